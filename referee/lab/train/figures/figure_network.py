"""The network of the figures' looks: a crop tower, then a direction in 64 dimensions.

Only made where torch is; the functions here import it when they are called.
"""

from __future__ import annotations

import math
from typing import Any

from referee.lab.train.crop_tower import build_crop_tower
from referee.vision.network.figure_card import LOOKS

WIDTHS = (24, 48, 72, 96)
FEATURES = 128
FIRST_SCALE, MOST_SCALE = 6.0, 60.0


def build_figure_network(size_px: int) -> Any:
    """A network with random weights: crops and leans to unit vectors; `scale_of` it is learned."""
    import torch  # noqa: PLC0415 - only where training is done
    from torch import nn  # noqa: PLC0415 - only where training is done

    class FigureNetwork(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.tower = build_crop_tower(size_px, WIDTHS, FEATURES)
            # What all crops of a batch have in common says nothing of any: it is taken out.
            self.looks = nn.Sequential(
                nn.Linear(FEATURES, LOOKS, bias=False), nn.BatchNorm1d(LOOKS, affine=False)
            )
            self.log_scale = nn.Parameter(torch.tensor(math.log(FIRST_SCALE)))

        def forward(self, crops: Any, leans: Any) -> Any:
            x = self.looks(self.tower(crops, leans)).float()
            return x / (x * x).sum(dim=1, keepdim=True).add(1e-8).sqrt()

    return FigureNetwork().to(memory_format=torch.channels_last)


def scale_of(network: Any) -> Any:
    """What cosines are multiplied by in the loss."""
    return network.log_scale.exp().clamp(max=MOST_SCALE)

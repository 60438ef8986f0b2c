"""The small residual tower of networks that look at crops; its last map keeps what is where.

Only made where torch is; the functions here import it when they are called.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.vision.network.crops import PLANES

LEAST_CONTRAST = 0.06


def build_crop_tower(size_px: int, widths: Sequence[int], features: int) -> Any:
    """A tower with random weights: crops and leans to ``features`` numbers, none below zero.

    ``widths`` are those at half, a quarter, an eighth ... of the crop's size.
    """
    import torch  # noqa: PLC0415 - only where training is done
    from torch import nn  # noqa: PLC0415 - only where training is done

    def layer(inside: int, outside: int, stride: int = 1) -> Any:
        return nn.Sequential(
            nn.Conv2d(inside, outside, 3, stride, 1, bias=False), nn.BatchNorm2d(outside)
        )

    class Residual(nn.Module):
        def __init__(self, width: int) -> None:
            super().__init__()
            self.first, self.second = layer(width, width), layer(width, width)

        def forward(self, x: Any) -> Any:
            return torch.relu(x + self.second(torch.relu(self.first(x))))

    class CropTower(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            first, *others = widths
            self.stem = layer(3 * PLANES, first, 2)
            self.lean = nn.Linear(2, first)
            stages: list[Any] = [nn.ReLU(), layer(first, first), nn.ReLU()]
            inside = first
            for width in others:
                stages += [layer(inside, width, 2), nn.ReLU(), Residual(width)]
                inside = width
            self.stages = nn.Sequential(*stages)
            cells = (size_px // 2 ** len(widths)) ** 2
            self.gather = nn.Sequential(
                nn.Flatten(), nn.Dropout(0.1), nn.Linear(inside * cells, features), nn.ReLU()
            )

        def forward(self, crops: Any, leans: Any) -> Any:
            x = self.stem(evened(crops)) + self.lean(leans)[:, :, None, None]
            return self.gather(self.stages(x))

    return CropTower()


def evened(crops: Any) -> Any:
    """Each crop with its own exposure and balance taken out."""
    x = crops.float() * (1.0 / 255.0)
    n, _, rows, columns = x.shape
    x = x.reshape(n, PLANES, 3, rows, columns)
    middle = x.mean(dim=(1, 3, 4), keepdim=True)
    x = x - middle
    spread = (x * x).mean(dim=(1, 2, 3, 4), keepdim=True).sqrt()
    x = x / spread.clamp(min=LEAST_CONTRAST)
    return x.reshape(n, PLANES * 3, rows, columns)

"""The reader's network: a crop tower, then what is said of a base.

Only made where torch is; the functions here import it when they are called.
"""

from __future__ import annotations

from typing import Any

from referee.lab.train.crop_tower import build_crop_tower

WIDTHS = (24, 48, 72, 96)  # at half, a quarter, an eighth and a sixteenth of the crop's size
FEATURES = 64
ANSWERS, WAYS = 3, 4


def build_reader(size_px: int) -> Any:
    """A network with random weights: crops and leans to answers and ways."""
    import torch  # noqa: PLC0415 - only where training is done
    from torch import nn  # noqa: PLC0415 - only where training is done

    class Reader(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.tower = build_crop_tower(size_px, WIDTHS, FEATURES)
            self.answers, self.ways = nn.Linear(FEATURES, ANSWERS), nn.Linear(FEATURES, WAYS)

        def forward(self, crops: Any, leans: Any) -> tuple[Any, Any]:
            x = self.tower(crops, leans)
            return self.answers(x), self.ways(x)

    return Reader().to(memory_format=torch.channels_last)


def two_way_reader(network: Any, temperatures: tuple[float, ...]) -> Any:
    """The network asked twice, of a crop and of its turn by 180 degrees: no end is preferred.

    What it says of the front changes its sign with the turn, exactly; the rest does not change.
    """
    import torch  # noqa: PLC0415 - only where training is done
    from torch import nn  # noqa: PLC0415 - only where training is done

    class TwoWays(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.tower = network
            self.register_buffer("cool", 0.5 / torch.tensor(temperatures))

        def forward(self, crops: Any, leans: Any) -> Any:
            both = torch.cat([crops, crops.flip(2, 3)]), torch.cat([leans, -leans])
            straight, turned = self.tower(*both)[0].chunk(2)
            front = straight[:, :1] - turned[:, :1]
            rest = straight[:, 1:] + turned[:, 1:]
            return torch.cat([front, rest], dim=1) * self.cool

    return TwoWays().eval()

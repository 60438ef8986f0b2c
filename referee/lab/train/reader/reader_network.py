"""The reader's network: a small residual tower whose last map keeps what is where.

Only made where torch is; the functions here import it when they are called.
"""

from __future__ import annotations

from typing import Any

from referee.vision.network.crops import PLANES

WIDTHS = (24, 48, 72, 96)  # at half, a quarter, an eighth and a sixteenth of the crop's size
ANSWERS, WAYS = 3, 4
LEAST_CONTRAST = 0.06


def build_reader(size_px: int) -> Any:
    """A network with random weights: crops and leans to answers and ways."""
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

    class Tower(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            first, *others = WIDTHS
            self.stem = layer(3 * PLANES, first, 2)
            self.lean = nn.Linear(2, first)
            stages: list[Any] = [nn.ReLU(), layer(first, first), nn.ReLU()]
            inside = first
            for width in others:
                stages += [layer(inside, width, 2), nn.ReLU(), Residual(width)]
                inside = width
            self.stages = nn.Sequential(*stages)
            cells = (size_px // 2 ** len(WIDTHS)) ** 2
            self.gather = nn.Sequential(
                nn.Flatten(), nn.Dropout(0.1), nn.Linear(inside * cells, 64), nn.ReLU()
            )
            self.answers, self.ways = nn.Linear(64, ANSWERS), nn.Linear(64, WAYS)

        def forward(self, crops: Any, leans: Any) -> tuple[Any, Any]:
            x = self.stem(evened(crops)) + self.lean(leans)[:, :, None, None]
            x = self.gather(self.stages(x))
            return self.answers(x), self.ways(x)

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

    return Tower().to(memory_format=torch.channels_last)


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

"""How figures are moulded: joints in millimetres, feet on z = 0, facing +x, left is +y."""

from __future__ import annotations

PoseJoints = dict[str, tuple[float, float, float]]


def _both(**half: tuple[float, float, float]) -> PoseJoints:
    """Both sides alike: the right is the left mirrored."""
    out: PoseJoints = {}
    for key, (x, y, z) in half.items():
        out[f"{key}_l"], out[f"{key}_r"] = (x, y, z), (x, -y, z)
    return out


_LEGS = _both(hip=(0, 3, 15), knee=(1.5, 3.9, 8.5), ankle=(-0.5, 4.3, 2), toe=(3.0, 5, 1))
_STRIDE = {
    **_both(hip=(0, 3, 15)),
    "knee_l": (3.2, 3.8, 8.8),
    "ankle_l": (4.2, 4.1, 2.0),
    "toe_l": (7.4, 4.7, 1.0),
    "knee_r": (-1.6, -3.8, 8.3),
    "ankle_r": (-4.6, -4.2, 2.0),
    "toe_r": (-1.6, -4.9, 1.0),
}
_TALL: PoseJoints = {
    "pelvis": (0, 0, 16),
    "waist": (0.3, 0, 19),
    "chest": (0.6, 0, 23.5),
    "neck": (0.8, 0, 27),
    "head": (1.6, 0, 30.5),
    **_both(shoulder=(0.5, 5.3, 25.5)),
}

POSES: dict[str, PoseJoints] = {
    "guard": {**_LEGS, **_TALL, **_both(elbow=(2, 7.8, 20.5), hand=(6.2, 6.4, 19.5))},
    "down": {
        **_both(
            hip=(-4, 3.3, 12),
            knee=(1, 4.2, 7.5),
            ankle=(-5, 4.6, 2),
            toe=(-1.6, 5.2, 1),
            shoulder=(4.5, 5.0, 15.8),
        ),
        "pelvis": (-4, 0, 12.8),
        "waist": (-1, 0, 14),
        "chest": (3.3, 0, 15.2),
        "neck": (6.3, 0, 16.6),
        "head": (9.2, 0, 18),
        "elbow_r": (7, -5.6, 9.5),
        "hand_r": (8.6, -4.6, 2),
        "elbow_l": (3, 7.4, 11),
        "hand_l": (6, 6, 8.5),
    },
    "block": {
        **_both(
            hip=(-2, 3.3, 13.5),
            knee=(2.5, 4.7, 8),
            ankle=(-2, 5.1, 2),
            toe=(1.4, 5.8, 1),
            shoulder=(2, 5.4, 22.8),
            elbow=(5.5, 7.6, 19),
            hand=(9.6, 4.2, 21),
        ),
        "pelvis": (-2, 0, 14.3),
        "waist": (-0.5, 0, 17),
        "chest": (1.7, 0, 21),
        "neck": (3, 0, 24.2),
        "head": (4.4, 0, 27),
    },
    "run": {
        **_both(hip=(0, 3, 15), shoulder=(3.4, 5.1, 25)),
        "pelvis": (0, 0, 16),
        "waist": (1.2, 0, 19),
        "chest": (2.9, 0, 23),
        "neck": (4.2, 0, 26.2),
        "head": (5.7, 0, 29.2),
        "knee_l": (5.6, 3.2, 12.5),
        "ankle_l": (2.5, 3.3, 6.5),
        "toe_l": (5.6, 3.5, 5.3),
        "knee_r": (-1.5, -3.4, 8.5),
        "ankle_r": (-4, -3.6, 2),
        "toe_r": (-0.8, -3.9, 1),
        "elbow_l": (1, 7.3, 20.5),
        "hand_l": (4.6, 4.4, 19.5),
        "elbow_r": (0, -8.2, 21.5),
        "hand_r": (5.2, -8.3, 24),
    },
    "throw": {
        **_STRIDE,
        **_TALL,
        "elbow_r": (-2.5, -8.8, 26.5),
        "hand_r": (-4.5, -8, 32.5),
        "elbow_l": (5, 7.2, 24),
        "hand_l": (10, 6.2, 26),
    },
    "catch": {**_STRIDE, **_TALL, **_both(elbow=(3.5, 6.8, 30), hand=(7.5, 3.6, 35))},
    "wrap": {
        **_STRIDE,
        **_both(shoulder=(4, 5.4, 22), elbow=(5.5, 10, 19.8), hand=(9.8, 10.6, 20.6)),
        "pelvis": (-0.5, 0, 15),
        "waist": (1.2, 0, 17.6),
        "chest": (3.8, 0, 20.6),
        "neck": (5.6, 0, 23.4),
        "head": (7.6, 0, 25.8),
    },
}

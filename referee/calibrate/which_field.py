"""After a refusal: does another field of the list fit the same pictures?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from referee.calibrate.outcome import Refused, Unusable
from referee.calibrate.parameters import usual_webcam
from referee.calibrate.pictures import one_picture
from referee.calibrate.ridges import grey_of
from referee.calibrate.search import Search
from referee.calibrate.verdicts import check_rivals
from referee.core.field import FieldProfile
from referee.files.fields import field_names, load_field


def other_field(
    pictures: Sequence[npt.NDArray[np.uint8]], profile: FieldProfile, refused: Refused
) -> Refused:
    """The same refusal, with the name of the field that fits, if one does."""
    try:
        picture = one_picture(pictures)
    except Unusable:
        return refused
    belief = usual_webcam(picture.shape[1], picture.shape[0])
    for name in field_names():
        if name in {profile.name, "blank"}:
            continue
        other = load_field(name)
        try:
            check_rivals(Search(grey_of(picture), other, belief).automatic(), other)
        except Unusable:
            continue
        return Refused(refused.reason, f"It looks like field {name}: try --field {name}.")
    return refused

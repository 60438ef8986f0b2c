"""The review page: the list of flags, the clip of each with its geometry, rulings and previews."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path as FilePath
from typing import Annotated

from fastapi import FastAPI, HTTPException, Path, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from referee.core.errors import BadValue
from referee.record.export.clip_file import write_clip
from referee.review.replay.clip import ClipSpan
from referee.review.replay.replay import span_of
from referee.review.review import Review, ReviewSnapshot
from referee.review.rulings.given_ruling import Ruling
from referee.review.rulings.rulings import RulingEffect, RulingRequest
from referee.review.source.source import ReviewSource
from referee.web.review.review_json import (
    ReviewJson,
    changes_json,
    flag_json,
    flag_list_json,
    replay_json,
)
from referee.web.server.page_access import PageAccess
from referee.web.server.page_app import PageToken, check_token, plain_page
from referee.web.server.page_files import SHARED_FILES, STATIC, serve_file, serve_static
from referee.web.server.slow_answers import Key, SlowAnswers

FILES = ("review.css", "review.js", "review_clip.js", "review_plot.js", "review_ruling.js")
PAGE = "review.html"
UNPAIRED = "Open the printed address to decide."
MOST_ENTRIES = 1_000_000
FlagNumber = Annotated[int, Path(ge=1, le=MOST_ENTRIES)]
InstantNumber = Annotated[int, Path(ge=0, le=2**62)]
PlaceMm = Annotated[float, Field(ge=-20_000.0, le=20_000.0, allow_inf_nan=False)]
PlacePx = Annotated[float, Field(ge=-100.0, le=20_000.0, allow_inf_nan=False)]


OtherFlag = Annotated[int, Field(ge=1, le=MOST_ENTRIES)]
# Flags of one play that are decided with one press.
MOST_TOGETHER = 20
TOGETHER = (Ruling.CONFIRM, Ruling.CANNOT_TELL)


class ClipKind(StrEnum):
    """What a clip is handed on as."""

    MP4 = "mp4"
    GIF = "gif"


CLIP_TYPES = {ClipKind.MP4: "video/mp4", ClipKind.GIF: "image/gif"}
# So many times slower: a touch is over in a tenth of a second.
CLIP_SLOW = 2.0


class RulingForm(BaseModel, extra="forbid"):
    """A decision as the page asks for it; a place is said in mm, or by a pixel of the picture.

    ``also``: other open flags of the same play that are decided in the same way.
    """

    ruling: Ruling
    instead: str = Field("", max_length=20)
    place_mm: tuple[PlaceMm, PlaceMm] | None = None
    place_px: tuple[PlacePx, PlacePx] | None = None
    player: str | None = Field(None, max_length=12)
    remark: str = Field("", max_length=200)
    also: tuple[OtherFlag, ...] = Field((), max_length=MOST_TOGETHER)
    entries: int = Field(ge=0, le=MOST_ENTRIES)


class ReviewPage:
    """A review behind the page; rulings one at a time."""

    def __init__(self, source: ReviewSource) -> None:
        self.review = Review(source)
        self._busy = threading.Lock()
        self._spans: dict[int, ClipSpan] = {}

    def list(self) -> ReviewJson:
        """Every flag."""
        sitting = self.review.sit()
        return flag_list_json(self.review, sitting.journal, sitting.items)

    def flag(self, number: int) -> ReviewJson:
        """A flag with its clip."""
        sitting, review = self.review.sit(), self.review
        item = sitting.item(number)
        replay = review.replay(item)
        span = self._spans[number] = review.span(item, replay)
        told = replay_json(review, replay, span.box, review.choices(sitting, item))
        return flag_json(review, sitting.journal, item) | told

    def jpegs(self, number: int, t_ns: int) -> tuple[bytes, bytes]:
        """A picture of a clip and its enlarged part."""
        span = self._spans.get(number)
        if span is None:
            item = self.review.sit().item(number)
            span = self.review.span(item, self.review.replay(item))
        pair = self.review.projector.jpegs(span, t_ns)
        if pair is None:
            raise HTTPException(404, "There is no picture of that instant.")
        return pair

    def clip(self, number: int, kind: ClipKind) -> bytes:
        """The pictures of a flag as a film."""
        pictures = self.review.source.pictures(*span_of(self.review.sit().item(number)))
        with tempfile.TemporaryDirectory() as scratch:
            film = FilePath(scratch) / f"clip.{kind}"
            write_clip(film, pictures, CLIP_SLOW)
            return film.read_bytes()

    def preview(self, number: int, asked: RulingForm) -> ReviewJson:
        """What a decision would change; nothing is written."""
        sitting = self.review.sit()
        decision = self._decision(sitting, number, asked)
        told = changes_json(self.review, sitting.journal, decision)
        place = self._place(asked)
        return told | {"entries": len(sitting.journal.entries), "place_mm": place and list(place)}

    def decide(self, number: int, asked: RulingForm) -> None:
        """Write a decision, if the journal is still the one that it was made on."""
        with self._busy:
            sitting = self.review.sit()
            if len(sitting.journal.entries) != asked.entries:
                raise HTTPException(423, "The game has gone on since: look at what changes again.")
            numbers = self._together(sitting, number, asked)
            given = [self._decision(sitting, each, asked).entries for each in numbers]
            refused = self.review.source.give([entry for entries in given for entry in entries])
        if refused:
            raise HTTPException(423, refused)

    def _together(self, sitting: ReviewSnapshot, number: int, asked: RulingForm) -> tuple[int, ...]:
        """The flags that are decided: the others belong to the same play, each once."""
        play = sitting.item(number).play
        others = [each for each in asked.also if sitting.item(each).play != play]
        if others or len({number, *asked.also}) <= len(asked.also):
            raise BadValue("also", others or list(asked.also), "other flags of the same play")
        if asked.also and asked.ruling not in TOGETHER:
            raise BadValue("the ruling", asked.ruling.value, "confirmed or cannot tell")
        return (number, *asked.also)

    def _decision(self, sitting: ReviewSnapshot, number: int, asked: RulingForm) -> RulingEffect:
        request = RulingRequest(
            asked.ruling, asked.instead, self._place(asked), asked.player, asked.remark
        )
        return self.review.decide(sitting, sitting.item(number), request)

    def _place(self, asked: RulingForm) -> tuple[float, float] | None:
        if asked.place_px is not None:
            return self.review.plate.board_mm(*asked.place_px)
        return asked.place_mm


def add_review(app: FastAPI, access: PageAccess, source: ReviewSource) -> None:
    """The page's routes, for an application that stands behind the guard."""
    reviewing = ReviewPage(source)
    slow = SlowAnswers(access.limits, lambda: source.powered)

    async def made(request: Request, what: Key, make: Callable[[], ReviewJson]) -> Response:
        journal = await run_in_threadpool(source.journal)
        key = ("review", len(journal.entries), *what)
        told = await slow.answer(request, key, lambda: bytes(JSONResponse(make()).body))
        return Response(told, media_type="application/json")

    @app.get("/review.json")
    async def flags(request: Request) -> Response:
        return await made(request, ("list",), reviewing.list)

    @app.get("/review/{number}.json")
    async def flag(number: FlagNumber, request: Request) -> Response:
        return await made(request, ("flag", number), lambda: reviewing.flag(number))

    @app.get("/review/{number}/whole/{t_ns}")
    def whole(number: FlagNumber, t_ns: InstantNumber, request: Request) -> Response:
        with slow.waiting(request):
            return Response(reviewing.jpegs(number, t_ns)[0], media_type="image/jpeg")

    @app.get("/review/{number}/close/{t_ns}")
    def close(number: FlagNumber, t_ns: InstantNumber, request: Request) -> Response:
        with slow.waiting(request):
            return Response(reviewing.jpegs(number, t_ns)[1], media_type="image/jpeg")

    @app.get("/review/{number}/clip.{kind}")
    async def clip(number: FlagNumber, kind: ClipKind, request: Request) -> Response:
        what = ("clip", number, kind.value)
        made = await slow.answer(request, what, lambda: reviewing.clip(number, kind))
        named = {"content-disposition": f'attachment; filename="play-{number}.{kind}"'}
        return Response(made, media_type=CLIP_TYPES[kind], headers=named)

    @app.post("/review/{number}/preview")
    async def preview(number: FlagNumber, asked: RulingForm, request: Request) -> Response:
        what = ("preview", number, asked.model_dump_json())
        return await made(request, what, lambda: reviewing.preview(number, asked))

    @app.post("/review/{number}")
    def decide(
        number: FlagNumber, asked: RulingForm, x_referee_token: PageToken = ""
    ) -> dict[str, bool]:
        check_token(access, x_referee_token, UNPAIRED)
        reviewing.decide(number, asked)
        return {"done": True}

    serve_file(app, "/review", STATIC / PAGE)
    serve_static(app, (*FILES, *SHARED_FILES))


def review_app(source: ReviewSource, access: PageAccess) -> FastAPI:
    """The page alone, behind the guard."""
    app = plain_page(access, PAGE, (), UNPAIRED)
    add_review(app, access, source)
    return app

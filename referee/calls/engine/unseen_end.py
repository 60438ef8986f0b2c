"""A run that nothing seen has ended, and opponents who may have ended it without being seen.

Whoever went out of sight beside the carrier and stayed so may have tackled: silence would say that
nobody did. Who that may be is asked as the power goes off, and once more a moment later, when bases
that were only hidden for a while are seen again.
"""

from __future__ import annotations

from collections.abc import Container

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.call_builder import build_call
from referee.calls.detector import RunContext
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.engine.hidden_first import SHOWN_NS
from referee.calls.episode import Episode, EpisodeTopic, EpisodeTwin

# Nothing was called, so a doubt is all there is: one less likely than this is not worth a look.
_WORTH_A_LOOK = 0.1


class UnseenEnd:
    """One run of a carrier's, from ``since_ns`` until the power went off at ``until_ns``.

    ``asked`` are opponents of whom it was said already what they may have done. Who was never seen
    at all is not asked about: nothing says that it is on the board.
    """

    def __init__(
        self, run: RunContext, since_ns: int, until_ns: int, asked: Container[str]
    ) -> None:
        self._run, self._since_ns, self._until_ns = run, since_ns, until_ns
        self._shares = {
            name: share
            for name, share in self._likely().items()
            if name not in asked and run.trails.known_at(name, until_ns)
        }

    def due(self, t_ns: int) -> bool:
        """Whether it is time to ask."""
        return t_ns - self._until_ns >= SHOWN_NS

    def calls(self) -> list[Call]:
        """A flagged call for each who may have downed the carrier; by default nobody did.

        Of whom a hand has moved meanwhile it stays as likely as it was.
        """
        now, trails = self._likely(), self._run.trails
        shares = {
            name: now.get(name, 0.0) if trails.known_at(name, self._until_ns) else share
            for name, share in self._shares.items()
        }
        return [self._call(name, share) for name, share in shares.items() if share > _WORTH_A_LOOK]

    def _likely(self) -> dict[str, float]:
        run = self._run
        return run.unseen.likely(self._since_ns, self._until_ns, run.unevenness)

    def _call(self, name: str, share: float) -> Call:
        run = self._run
        seen_ns = [step.t_ns for step in run.trails.of(name) if step.t_ns <= self._until_ns]
        touch = Episode(EpisodeTopic.TOUCH, run.state.play, (run.carrier, name), count=0)
        return build_call(
            CallKind.UNCLEAR_TACKLE,
            run.context.rules.touch.unclear.rule,
            touch.told_apart(EpisodeTwin.RUN_OVER, self._until_ns),
            max(self._since_ns, seen_ns[-1] if seen_ns else self._until_ns),
            action=CallAction.KEEP_RUNNING,
            certainty=share,
            players=(name, run.carrier),
            flag=(Doubt(DoubtKind.HIDDEN_TOUCHED, name, run.carrier),),
        )

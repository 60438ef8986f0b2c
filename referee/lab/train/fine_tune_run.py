"""`referee train --fine-tune`: a detector learns one's own board, if that makes it better."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from referee.apps.terminal.progress import progress_bar
from referee.core.errors import BadValue, PlainWord
from referee.lab.dataset.detector_score import judge_detector
from referee.lab.train.detector.detector_export import export_detector
from referee.lab.train.detector.fine_tuning import fine_tune, fine_tune_schedule
from referee.lab.train.training_facts import facts_of
from referee.lab.train.training_loop import TrainingProgress
from referee.record.whole_folder import whole_folder
from referee.vision.network.detector_classes import CLASSES
from referee.vision.network.model_card import add_figures, find_model
from referee.vision.network.object_detector import load_detector

HELD, GUARD = "held", "guard"
KEEP = "more reviewed frames or more minutes; nothing was written, the model stays as it is"
MAY_FORGET = 0.02  # of the merit on generated frames
SHOWN = ("recall", "precision", "position_median_mm", "heading_median_deg", "turned_by_180_share")
DetectorFigures = Mapping[str, float | int]


@dataclass(frozen=True, slots=True)
class FineTuneOptions:
    """The options of the command."""

    start: str
    own: Path
    generated: Path | None
    out: Path
    minutes: float
    threads: int
    seed: int


def run_fine_tune(order: FineTuneOptions) -> str:
    """Train, judge before and after, and write the model only if it is better on the own board."""
    start = find_model(order.start)
    if order.generated is None:
        how = "tiles to mix in: referee dataset make --recipe datasets/recipes/remember.toml"
        raise BadValue("--base-data", PlainWord("missing"), how)
    if start.resolve() == order.out.resolve():
        raise BadValue("out", str(order.out), "another folder than the one that is started from")
    schedule = fine_tune_schedule(order.minutes, order.threads, order.seed)
    console = Console()
    with whole_folder(order.out) as folder, progress_bar() as bar:
        line = bar.add_task("judging the start", total=1.0, note="")
        before = _judged(start, order)
        bar.update(line, description="fine-tuning")

        def tell(now: TrainingProgress) -> None:
            note = f"{now.pictures} pictures, loss {now.loss:.2f}"
            bar.update(line, completed=now.share(schedule), note=note)

        network, card, last = fine_tune(start, order.own, order.generated, schedule, tell)
        facts = facts_of([order.own, order.generated], schedule, last)
        facts |= {
            "fine_tuned_from": {"name": card.name, "sha256": card.sha256},
            "least_score": min(card.least_scores),
            "least_scores": dict(zip(CLASSES, card.least_scores, strict=True)),
        }
        export_detector(network, folder, order.out.name, card.px_per_mm, facts)
        bar.update(line, description="judging the outcome")
        after = _judged(folder, order)
        console.print(_table(before, after))
        why = worse(before, after)
        if why:
            raise BadValue("the fine-tuned model", PlainWord(f"not better: {why}"), KEEP)
        for name, figures in after.items():
            add_figures(folder, name, figures)
    return f"{last.step} steps, {last.pictures} pictures; better on the frames it never saw"


def worse(before: Mapping[str, DetectorFigures], after: Mapping[str, DetectorFigures]) -> str:
    """Why the new model must not replace the old one, or nothing."""
    own = merit(after[HELD]) - merit(before[HELD])
    if own <= 0.0:
        return f"on your own board its merit changed by {own:+.3f}"
    if GUARD in before and (lost := merit(before[GUARD]) - merit(after[GUARD])) > MAY_FORGET:
        return f"on other boards it lost {lost:.3f} of its merit"
    return ""


def merit(figures: DetectorFigures) -> float:
    """One number for a detector: F1 of its bases, less those that it turns round."""
    recall, precision = float(figures.get("recall", 0.0)), float(figures.get("precision", 0.0))
    if recall + precision == 0.0:
        return 0.0
    right = 1.0 - float(figures.get("turned_by_180_share", 1.0))
    return 2.0 * recall * precision / (recall + precision) * (0.5 + 0.5 * right)


def _judged(model: Path, order: FineTuneOptions) -> dict[str, DetectorFigures]:
    find = load_detector(model, order.threads).find
    out: dict[str, DetectorFigures] = {HELD: judge_detector(find, order.own, HELD).figures()}
    generated = order.generated
    if generated is not None and (generated / "labels" / GUARD).is_dir():
        out[GUARD] = judge_detector(find, generated, GUARD).figures()
    return out


def _table(before: Mapping[str, DetectorFigures], after: Mapping[str, DetectorFigures]) -> Table:
    table = Table("", *(f"{name} {when}" for name in before for when in ("before", "after")))
    for key in (*SHOWN, "merit"):
        row = []
        for name in before:
            for figures in (before[name], after[name]):
                value = merit(figures) if key == "merit" else figures.get(key)
                row.append("" if value is None else f"{value:.3f}")
        table.add_row(key.replace("_", " "), *row)
    return table

"""Make a data set: looks shared out over processes, in any order, going on where a run stopped."""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict
from pathlib import Path

from referee.core.errors import BadValue, PlainWord
from referee.lab.dataset.dataset_recipe import DatasetRecipe, KeptPictures, SetRecipe
from referee.lab.dataset.labels import data_file
from referee.lab.dataset.looks.look_maker import LookDone, LookTask, make_look
from referee.lab.dataset.looks.photo_shelf import photograph_files
from referee.lab.dataset.moulds.mould_shelf import read_shelf
from referee.loaders.formats.atomic_file import write_text

RECIPE_FILE = "recipe.json"
DATA_FILE = "data.yaml"
QUEUED_PER_WORKER = 2

TellLookDone = Callable[[LookTask, LookDone], None]


def tasks_of(
    recipe: DatasetRecipe, folder: Path, only: str | None = None, assets: Path | None = None
) -> list[LookTask]:
    """Every look of every set; the sets take turns, so that a short run has some of each."""
    names = [each.name for each in recipe.sets]
    if only is not None and only not in names:
        raise BadValue("only", only, f"one of {', '.join(names)}")
    for each in recipe.sets:
        if only in {None, each.name}:
            _check_assets(each, assets)
    where = "" if assets is None else str(assets)
    rows = [
        (number / each.looks, LookTask(str(folder), recipe, each, number, where))
        for each in recipe.sets
        if only in {None, each.name}
        for number in range(each.looks)
    ]
    return [task for _, task in sorted(rows, key=lambda row: row[0])]


def _check_assets(chosen: SetRecipe, assets: Path | None) -> None:
    """Whether what a set wants by other hands is there, before hours of rendering."""
    for folder, read in ((chosen.moulds, read_shelf), (chosen.photos, photograph_files)):
        if folder and assets is None:
            allowed = f"the folder that has a folder {folder} in it"
            raise BadValue("--assets", PlainWord("missing"), allowed)
        if folder and assets is not None:
            read(assets / folder)


def make_dataset(
    recipe: DatasetRecipe,
    folder: Path,
    workers: int,
    tell: TellLookDone,
    only: str | None = None,
    assets: Path | None = None,
) -> None:
    """Make what is missing in ``folder``. ``tell`` hears of every look that is there."""
    tasks = tasks_of(recipe, folder, only, assets)
    if not 1 <= workers <= 256:
        raise BadValue("workers", workers, "1 to 256 processes")
    _claim(folder, recipe)
    missing = []
    for task in tasks:
        if task.done_file.is_file():
            tell(task, LookDone(**json.loads(task.done_file.read_text(encoding="utf-8"))))
        else:
            missing.append(task)
    for task, done in _made(missing, workers):
        tell(task, done)
    _write_data_file(folder, recipe)


def _made(tasks: list[LookTask], workers: int) -> Iterator[tuple[LookTask, LookDone]]:
    if workers == 1:
        yield from ((task, make_look(task)) for task in tasks)
        return
    context = multiprocessing.get_context("spawn")
    rest = iter(tasks)
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        running: dict[Future[LookDone], LookTask] = {}
        try:
            while True:
                for task in rest:
                    running[pool.submit(make_look, task)] = task
                    if len(running) >= QUEUED_PER_WORKER * workers:
                        break
                if not running:
                    return
                ended, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in ended:
                    yield running.pop(future), future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _claim(folder: Path, recipe: DatasetRecipe) -> None:
    """A folder belongs to one recipe: a mixture would be no data set."""
    path = folder / RECIPE_FILE
    text = json.dumps(asdict(recipe), indent=2) + "\n"
    if path.is_file():
        if path.read_text(encoding="utf-8") != text:
            raise BadValue(
                "out", str(folder), f"an empty folder, or one made by this recipe ({path} differs)"
            )
        return
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadValue(
            "out", PlainWord(f"{folder}, which is not empty"), "a new or an empty folder"
        )
    write_text(path, text)


def _write_data_file(folder: Path, recipe: DatasetRecipe) -> None:
    tiles = [each.name for each in recipe.sets if each.keep is KeptPictures.TILES]
    if tiles:
        write_text(folder / DATA_FILE, data_file(tiles[0], tiles[-1]))

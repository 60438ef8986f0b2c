"""Games that were kept: listed, checked, exported, judged again, and their flags reviewed.

In comes the folder of a game; out go tables, files, or the review page. Begin with `games`. Adding
one: an export is a line in `EXPORTS` of `export`; a check of the folder is in `record.game.check`.
"""

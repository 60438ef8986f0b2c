"""What screens show of a night: snapshots, questions with their answers, and performance.

In comes the night; out goes a `Snapshot` of plain values. Begin with `snapshot.py`.

Adding one: a value is a field of `Snapshot`, filled in `snapshot_builder.py` and written for pages
in `referee.web.night`; a question is an `OpenQuestion` of the official or of `questions.py`.
"""

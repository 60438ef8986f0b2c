"""Teams learned before a game: a picture of the line-up becomes a team file and its colours.

Comes in: frames of a line-up and a `Locator`. Goes out: an `Enrolment` with teams, bases, colours
and doubts, and the files that `enrolled_teams` writes and reads. Begin with `enrolment.enrol`.
Adding one: another doubt about a figure goes into `_doubts` in `enrolment`, with a sentence for
the coach.
"""

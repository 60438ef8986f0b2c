"""No night without a next step: walks over its states, and what the page says leads on from each.

In comes a league and so many frames; out go the states that were reached, and those from which the
page's next step, followed by a patient person, leads to no snap and no final whistle. The night,
the official, the page's forms and its next step are the real ones; the table and its eyes are made
up (`made_up_table`). Begin with ``walk``.

Adding one: something that may happen is a line in ``alphabet``, a fault in ``made_up_table`` with
what a person does about it in ``patient_person``.
"""

from referee.lab.bench.states.bench import run

__all__ = ["run"]

"""What is heard of a night: whistles and sentences, in their order.

In come the answers of the night and its snapshots; out go utterances for `referee.voice`. Begin
with `announcer.py`.

Adding one: a call is spoken by its row in `sentences.py`.
"""

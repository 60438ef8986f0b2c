"""One play from the snap until it is counted.

In come checked frames and declarations, out come calls, orders for the switch and the events of
the game. Begin with `driver` for a frame, `play_calls` for what a call leads to, and `status` for
the table of both; `state` has the values of a play.

Adding one: a status or an event is a line in `status.PLAY_TABLE`, and its picture is drawn anew; a
stop is a place in `calls.stops.place_stop`, and `stops` says in which plays it is open.
"""

"""The eyes on a moving board: every frame measured, some looked at closely, players followed.

Comes in: frames in order, and whether the board is on. Goes out: a `WatchedFrame`. Begin with
`watcher.Watcher.update`; `base_follower` measures what is followed, `board_look` looks at a whole
frame in the background, `line_up` starts a watch. Adding one: what else a look should say becomes
a field of `LookEvidence`, and `player_evidence` keeps it for each player.
"""

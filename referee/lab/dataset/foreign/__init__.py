"""A test domain by other hands: its own scenes, figures, boards, light, lens and webcam.

It only judges; training never sees it (two import contracts hold that). In: a set's name and how
many looks. Out: pictures with answer sheets. Begin with `foreign_maker`; `studio` draws inside
Blender. Adding a board: a style in `board_styles`. Adding a room: one in `room_styles`.
"""

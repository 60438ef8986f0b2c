"""The board's own process: its loop, what is said over the pipe, pictures in shared memory.

In: orders. Out: reports and frames. Begin with `board_process`. Adding a report: a dataclass in
`messages`, kept in `reports`.
"""

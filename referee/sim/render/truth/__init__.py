"""The answer sheet of a picture: where every base, marker and hand is, how much of it is seen.

In: the pieces as they were drawn, and the samples of the finished picture. Out: a `FrameTruth`.
Begin with `frame_truth`. Adding an answer: a field there, filled in `piece_answers`.
"""

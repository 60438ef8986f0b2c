"""The trained networks: the detector finds things in a picture, two others look at each base.

Comes in: a picture, and for those two poses and outlines. Goes out: `Detection`s with boxes and
corners in px, `BaseReading`s, and figures' looks as unit vectors. Begin with `object_detector`,
`base_reader` and `figure_looks`; `model_card` finds a model's folder and checks its hash,
`inference` runs it, `crop_network` is what those that look at crops share. Adding one: train a
model (`referee train`), put its folder with its card into `models/` and its name into
`default_models`.
"""

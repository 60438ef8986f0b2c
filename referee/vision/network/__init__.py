"""The trained networks: the detector finds things in a picture, the reader looks at each base.

Comes in: a picture, and for the reader poses and outlines. Goes out: `Detection`s with boxes and
corners in px, and `BaseReading`s. Begin with `object_detector` and `base_reader`; `model_card`
finds a model's folder and checks its hash, `inference` runs it. Adding one: train a model
(`referee train`), put its folder with its card into `models/` and its name into `default_models`.
"""

"""Bodies of figures by other hands, from game data that anybody can install.

Comes in: a folder of packages of Quake III players (``*.pk3``). Goes out: moulds, of which
``mould_body`` makes a painted figure in the base frame. Nothing of the packages is kept or
committed. Begin with ``mould_shelf.py``; ``md3.py`` reads one model, ``player_model.py`` puts legs,
torso and head together in a pose, ``mould.py`` casts and paints it.

Adding one: another kind of model is another reader that ends in a ``Mould``.
"""

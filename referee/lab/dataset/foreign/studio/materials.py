"""Materials from shader nodes: mown turf, worn print, plastic, paint, wood, cloth, skin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import bpy

StudioColour = Sequence[float]
INK_COVER = 0.96  # share of the print that hides the ground


def linear(colour: StudioColour) -> tuple[float, float, float, float]:
    """An sRGB colour as Blender wants it."""
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    return r, g, b, 1.0


def times(colour: StudioColour, gain: float) -> list[float]:
    """A colour made lighter or darker."""
    return [min(1.0, max(0.0, c * gain)) for c in colour]


class MaterialBrush:
    """One material under construction: nodes by name, wires by position."""

    def __init__(self, name: str) -> None:
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self._tree = self.material.node_tree
        self.surface = self._tree.nodes["Principled BSDF"]
        place = self._tree.nodes.new("ShaderNodeNewGeometry")
        self.position = place.outputs["Position"]

    def node(self, kind: str) -> Any:
        """A new node."""
        return self._tree.nodes.new("ShaderNode" + kind)

    def wire(self, source: Any, target: Any) -> None:
        """Connect, or set when the source is a number or a colour."""
        if hasattr(source, "node"):
            self._tree.links.new(source, target)
        else:
            target.default_value = source

    def noise(
        self,
        size_mm: float,
        detail: float = 3.0,
        stretch: StudioColour = (1, 1, 1),
        at: StudioColour = (0, 0, 0),
    ) -> Any:
        """Random grey, 0 to 1, with patches of about this size."""
        moved = self.node("Mapping")
        moved.inputs["Scale"].default_value = [100.0 / size_mm / s for s in stretch]
        moved.inputs["Location"].default_value = at
        self.wire(self.position, moved.inputs["Vector"])
        grey = self.node("TexNoise")
        grey.inputs["Scale"].default_value = 1.0
        grey.inputs["Detail"].default_value = detail
        self.wire(moved.outputs["Vector"], grey.inputs["Vector"])
        return grey.outputs["Fac"]

    def math(self, what: str, a: Any, b: Any = 0.0) -> Any:
        """A node that calculates; its output."""
        node = self.node("Math")
        node.operation = what
        self.wire(a, node.inputs[0])
        self.wire(b, node.inputs[1])
        return node.outputs[0]

    def spread(self, value: Any, low: float, high: float) -> Any:
        """The part from ``low`` to ``high`` as 0 to 1."""
        node = self.node("MapRange")
        node.inputs["From Min"].default_value = low
        node.inputs["From Max"].default_value = high
        self.wire(value, node.inputs["Value"])
        return node.outputs["Result"]

    def mix(self, share: Any, a: Any, b: Any) -> Any:
        """From colour ``a`` to colour ``b``."""
        node = self.node("Mix")
        node.data_type = "RGBA"
        for source, slot in ((share, 0), (a, 6), (b, 7)):
            self.wire(source, node.inputs[slot])
        return node.outputs[2]

    def along(self, axis: str) -> Any:
        """A coordinate in millimetres."""
        parts = self.node("SeparateXYZ")
        self.wire(self.position, parts.inputs[0])
        return self.math("MULTIPLY", parts.outputs[axis], 100.0)

    def bump(self, height: Any, strength: float, distance_mm: float) -> None:
        """Roughen the surface."""
        node = self.node("Bump")
        node.inputs["Strength"].default_value = strength
        node.inputs["Distance"].default_value = distance_mm * 0.01
        self.wire(height, node.inputs["Height"])
        self.wire(node.outputs["Normal"], self.surface.inputs["Normal"])

    def finish(self, colour: Any, **values: float) -> Any:
        """Wire the colour in and set the rest by the inputs' names (underscores are blanks)."""
        self.wire(colour, self.surface.inputs["Base Color"])
        for name, value in values.items():
            self.surface.inputs[name.replace("_", " ")].default_value = value
        return self.material


def turf(board: dict[str, Any]) -> Any:
    """The ground: mown bands or squares, patches, blades, wear, and waves in the sheet's gloss."""
    brush = MaterialBrush("turf")
    light, dark = linear(board["turf"]), linear(board["turf_dark"])
    band = brush.math("FLOOR", brush.math("DIVIDE", brush.along("X"), board["band_mm"]))
    if board["mown"] == "squares":
        rows = brush.math("FLOOR", brush.math("DIVIDE", brush.along("Y"), board["band_mm"]))
        band = brush.math("ADD", band, rows)
    odd = brush.math("ABSOLUTE", brush.math("MODULO", band, 2.0))
    if board["mown"] == "plain":
        odd = brush.math("MULTIPLY", odd, 0.0)
    patches = brush.spread(brush.noise(90.0, 4.0), 0.3, 0.7)
    blades = brush.spread(brush.noise(0.9, 2.0, (2.5, 0.7, 1.0)), 0.25, 0.75)
    shade = brush.math("MULTIPLY", odd, board["band_depth"])
    shade = brush.math("ADD", shade, brush.math("MULTIPLY", patches, board["patch_depth"]))
    shade = brush.math("ADD", shade, brush.math("MULTIPLY", blades, board["blade_depth"]))
    colour = brush.mix(shade, light, dark)
    worn = _worn(brush, board)
    colour = brush.mix(worn, colour, linear(board["bare"]))
    return _sheet(brush, colour, board)


def ink(colour: StudioColour, board: dict[str, Any]) -> Any:
    """Print on the ground: a little uneven, and worn where the ground is worn."""
    brush = MaterialBrush("ink")
    uneven = brush.math("MULTIPLY", brush.noise(2.2, 3.0), 2.0 * (1.0 - INK_COVER))
    shown = brush.mix(uneven, linear(colour), linear(board["turf"]))
    worn = brush.mix(_worn(brush, board), shown, linear(board["bare"]))
    return _sheet(brush, worn, board)


def _worn(brush: MaterialBrush, board: dict[str, Any]) -> Any:
    scuffs = brush.noise(26.0, 9.0, (1.0, 1.0, 1.0), (3.1, 1.7, 0.0))
    edge = 0.86 - 0.3 * board["wear"]
    scratch = brush.noise(14.0, 2.0, (9.0, 0.12, 1.0), (0.3, 5.0, 0.0))
    both = brush.math(
        "MAXIMUM", brush.spread(scuffs, edge, edge + 0.05), brush.spread(scratch, edge + 0.06, 0.98)
    )
    return brush.math("MULTIPLY", both, 0.8 * min(1.0, board["wear"] * 2.0))


def _sheet(brush: MaterialBrush, colour: Any, board: dict[str, Any]) -> Any:
    if board["fabric"]:
        brush.bump(brush.noise(0.8, 2.0), 0.5, 0.6)
    else:
        brush.bump(brush.noise(70.0, 2.0, (1.0, 2.0, 1.0)), 1.0, board["waves_mm"])
    return brush.finish(
        colour,
        Roughness=board["roughness"],
        Metallic=board["metallic"],
        Coat_Weight=board["coat"],
        Coat_Roughness=0.12,
    )


def plastic(colour: StudioColour, gloss: float, clear: float = 0.0) -> Any:
    """Moulded plastic; ``clear`` lets what lies below shine through."""
    brush = MaterialBrush("plastic")
    mottled = brush.mix(brush.noise(5.0, 2.0), linear(times(colour, 0.93)), linear(colour))
    return brush.finish(
        mottled,
        Roughness=0.65 - 0.5 * gloss,
        Specular_IOR_Level=0.45,
        Alpha=1.0 - clear,
    )


def hand_paint(colour: StudioColour, gloss: float, chips: float, under: StudioColour) -> Any:
    """Brushed enamel over plastic that shows where it chipped."""
    brush = MaterialBrush("enamel")
    streaks = brush.mix(
        brush.noise(2.0, 3.0), linear(times(colour, 0.82)), linear(times(colour, 1.1))
    )
    gone = brush.spread(brush.noise(3.0, 5.0), 0.8 - 0.25 * chips, 0.86 - 0.25 * chips)
    return brush.finish(brush.mix(gone, streaks, linear(under)), Roughness=0.6 - 0.45 * gloss)


def skin(colour: StudioColour) -> Any:
    """A living hand."""
    brush = MaterialBrush("skin")
    mottled = brush.mix(brush.noise(9.0, 4.0), linear(times(colour, 0.85)), linear(colour))
    brush.bump(brush.noise(1.6, 3.0), 0.25, 0.4)
    return brush.finish(mottled, Roughness=0.5)


def table_top(kind: str, colour: StudioColour) -> Any:
    """Wood, cloth, carpet or laminate."""
    brush = MaterialBrush("table")
    if kind == "wood":
        grain = brush.noise(16.0, 6.0, (14.0, 1.0, 1.0))
        rings = brush.math("FRACT", brush.math("MULTIPLY", grain, 7.0))
        shade = brush.mix(rings, linear(times(colour, 0.62)), linear(colour))
        return brush.finish(shade, Roughness=0.38, Coat_Weight=0.2)
    if kind == "carpet":
        loops = brush.noise(3.0, 4.0)
        brush.bump(loops, 0.9, 3.0)
        return brush.finish(
            brush.mix(loops, linear(times(colour, 0.5)), linear(colour)), Roughness=0.95
        )
    if kind == "cloth":
        weave = brush.noise(1.4, 1.0)
        folds = brush.spread(brush.noise(160.0, 2.0), 0.3, 0.7)
        shade = brush.mix(weave, linear(times(colour, 0.8)), linear(colour))
        return brush.finish(brush.mix(folds, shade, linear(times(colour, 0.85))), Roughness=0.9)
    specks = brush.spread(brush.noise(4.0, 2.0), 0.55, 0.7)
    return brush.finish(
        brush.mix(specks, linear(colour), linear(times(colour, 0.7))), Roughness=0.3
    )


def glow(colour: StudioColour, strength: float) -> Any:
    """A lamp's own surface."""
    brush = MaterialBrush("glow")
    brush.surface.inputs["Emission Color"].default_value = linear(colour)
    return brush.finish((0.0, 0.0, 0.0, 1.0), Emission_Strength=strength)

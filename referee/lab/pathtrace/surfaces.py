"""How each material answers light in Blender's terms."""

from __future__ import annotations

from referee.sim.art.mesh import Material

SURFACES: dict[Material, dict[str, float]] = {
    Material.MATTE: {"Roughness": 0.95, "Specular IOR Level": 0.15},
    Material.SATIN: {"Roughness": 0.42, "Specular IOR Level": 0.45},
    Material.GLOSSY: {"Roughness": 0.16, "Specular IOR Level": 0.55, "Coat Weight": 0.35},
    Material.TRANSLUCENT: {"Roughness": 0.20, "Specular IOR Level": 0.6},
    Material.BASE_TOP: {"Roughness": 0.45, "Specular IOR Level": 0.5, "follows gloss": 1.0},
    Material.METAL: {"Roughness": 0.38, "Metallic": 0.85},
    Material.FELT: {"Roughness": 1.0, "Specular IOR Level": 0.05, "Sheen Weight": 0.5},
    Material.SKIN: {"Roughness": 0.48, "Specular IOR Level": 0.4, "Subsurface Weight": 0.25},
}

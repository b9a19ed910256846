"""Colours by their old Japanese names, and the layers of robes named after seasons; it knows no figure."""

from typing import Final

INK: Final = "#2b2320"
HAIR: Final = "#1f1b1c"
HAIR_SHINE: Final = "#4d444a"
PAPER: Final = "#fbf4e2"
GOLD: Final = "#c9a24a"
WHITE: Final = "#fffaf0"

# Skins: of the powdered ladies, of most men, and of those who live in the open.
POWDER: Final = "#fbeee2"
FAIR: Final = "#f5e0c8"
TANNED: Final = "#ecc9a4"
SKIN_LINE: Final = "#8a5f45"
LIPS: Final = "#c22f2a"

# A robe's ground and the thread of its figures.
ROBES: Final = {
    "sumi": ("#29272e", "#4d4a56"),
    "nibi": ("#5b5d66", "#85878f"),
    "kon": ("#2c4066", "#7f97b8"),
    "hanada": ("#3d6c94", "#a9c5da"),
    "asagi": ("#6fa3a8", "#c3dedd"),
    "moegi": ("#75923f", "#c0d08d"),
    "tokiwa": ("#2f6048", "#8ab199"),
    "rikyu": ("#868a5a", "#bfc199"),
    "kuchiba": ("#bd7f35", "#ecc586"),
    "yamabuki": ("#dba53a", "#f7dc97"),
    "kihada": ("#e3cf7a", "#f8efc4"),
    "hi": ("#c4452f", "#eda084"),
    "suo": ("#9c3348", "#d98d98"),
    "kurenai": ("#c9405c", "#f0a7b0"),
    "kobai": ("#d9798a", "#f8cdd0"),
    "sakura": ("#eab8bd", "#fdebe9"),
    "fuji": ("#a394c4", "#ddd3ec"),
    "murasaki": ("#66498a", "#a78fc6"),
    "ebi": ("#5d2f4d", "#a0708f"),
    "cha": ("#7a5536", "#b58f68"),
    "kuri": ("#5a3a2a", "#94715a"),
    "shiro": ("#f1ece0", "#c9c2b2"),
    "kurozome": ("#4a4744", "#6d6964"),
    "ao": ("#2f7a78", "#8fc3ba"),
}

# Five layers from the lowest up, as they show at sleeves and hems.
LAYERS: Final = {
    "plum": ("#7d9a4f", "#f6ede0", "#f3c6c8", "#e2889a", "#b93a55"),
    "cherry": ("#b5c77a", "#fbeeea", "#f8d7d8", "#efb3bd", "#d9798f"),
    "willow": ("#5f8a3f", "#93b25b", "#c5d68f", "#eef0d2", "#f9f6ea"),
    "wisteria": ("#6d8f5a", "#f2ecf6", "#d3c4e6", "#a790cb", "#7356a0"),
    "azalea": ("#4f7d3f", "#f5b7a8", "#ea7d74", "#d24a4f", "#a92a3e"),
    "orange": ("#3f7050", "#8fb07a", "#f6e6a9", "#f0b45c", "#d98032"),
    "pinks": ("#4f8a6a", "#a6cfae", "#f7e3e0", "#ee9fae", "#cc4a6f"),
    "bellflower": ("#3f6b57", "#9cc0a9", "#e6e0f2", "#9c8fd0", "#4c4a94"),
    "chrysanthemum": ("#55733c", "#b6b45c", "#faf3d6", "#f4dc86", "#d9a62f"),
    "maple": ("#6b7f3a", "#d9b34a", "#ec8f3f", "#d5552f", "#a32a2c"),
    "snow": ("#8d8aa5", "#c6c8d8", "#eef0f4", "#f6f4f0", "#d9d5e2"),
    "pine": ("#1f4f3c", "#3f7a5a", "#86b08a", "#cfe0c4", "#b2557f"),
    "sea": ("#1f4766", "#3f7aa0", "#86b8cc", "#d2e8e8", "#f7f4e6"),
    "dusk": ("#43304f", "#7a4a72", "#b9708a", "#e6a58f", "#f4dcae"),
    "reed": ("#6b6b45", "#9c9a66", "#cbc79a", "#ece7cc", "#8db0a8"),
    "crimson": ("#f6d5c9", "#f0a896", "#de6a5e", "#bd3a40", "#8f2334"),
    "night": ("#c9ced8", "#8d9ab8", "#5a6a94", "#384870", "#252c4c"),
    "dew": ("#c3dcd0", "#8fc1b5", "#e9f2ea", "#f4e9c8", "#d9c07a"),
    "young": ("#d7e29c", "#aecb6c", "#f7f4dc", "#f7c9bf", "#e58a80"),
    "iris": ("#3a6a4a", "#7aa45a", "#e5e9c9", "#b98acb", "#6b3f9a"),
    "ash": ("#6b5f58", "#9a8d80", "#c9bca8", "#ece2cf", "#b3624a"),
}

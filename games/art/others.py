"""The looks of the ladies, the monks and Semimaru, by card number; scenes follow their poems."""

from collections.abc import Mapping
from typing import Final

from games.art.looks import LadyLook, MonkLook, SemimaruLook

# One row a poet, so that rows can be compared.
# fmt: off
LADIES: Final[Mapping[int, LadyLook]] = {
    2: LadyLook(scene=(("summer_hill", 46, 200, 0.95), ("summer_hill", 160, 200, -0.65)), robe=("moegi", "kikko"), jacket=("shiro", "maru"), layers="young", posture="fan", holds="fan", hair="front"),
    9: LadyLook(scene=(("cherry", 8, 62, 1.0), ("rain", 46, 140, 0.9), ("rain", 162, 150, 0.7)), robe=("sakura", "sakura"), jacket=("kurenai", "tatewaku"), layers="cherry", posture="away"),
    19: LadyLook(scene=(("reeds", 42, 202, 1.0), ("reeds", 164, 198, 0.65), ("sea", 46, 204, 0.7)), robe=("asagi", "ryusui"), jacket=("rikyu", "hishi"), layers="reed", posture="hidden", tilt=5),
    38: LadyLook(scene=(("vow", 42, 108, 1.0), ("vow", 166, 184, 0.6)), robe=("suo", "asanoha"), jacket=("tokiwa", "matsuba"), layers="ash", posture="sleeve", eyes="low", tilt=4),
    53: LadyLook(scene=(("lamp", 40, 186, 0.95), ("stars", 46, 92, 0.8)), robe=("kon", "tatewaku"), jacket=("murasaki", "shippo"), layers="night", posture="writing"),
    54: LadyLook(scene=(("cord", 44, 104, 0.95), ("petals", 164, 150, 0.5)), robe=("kurenai", "hishi"), jacket=("ebi", "maru"), layers="crimson", posture="veil", facing=-1),
    56: LadyLook(scene=(("butterfly", 38, 96, 1.1), ("butterfly", 158, 142, 0.7)), robe=("yamabuki", "karakusa"), jacket=("hi", "kanoko"), layers="azalea", posture="fan", holds="letter", eyes="low"),
    57: LadyLook(scene=(("veiled_moon", 46, 92, 1.0), ("clouds", 160, 138, 0.6)), robe=("murasaki", "maru"), jacket=("fuji", "karakusa"), layers="wisteria", posture="writing", tilt=-5),
    58: LadyLook(scene=(("bamboo_grass", 46, 198, 1.0), ("peaks", 160, 190, 0.6), ("wind", 48, 96, 0.75)), robe=("tokiwa", "bamboo"), jacket=("kihada", "matsuba"), layers="willow", posture="hidden", facing=-1),
    59: LadyLook(scene=(("moon", 46, 146, 0.85), ("peaks", 46, 204, 0.9)), robe=("hi", "shippo"), jacket=("nibi", "tatewaku"), layers="dusk", posture="sleeve", eyes="low", tilt=-4),
    60: LadyLook(scene=(("sandbar", 48, 176, 0.8), ("pine", 170, 194, 0.55)), robe=("kobai", "yagasuri"), jacket=("moegi", "shippo"), layers="pine", posture="fan", holds="fan", eyes="wide", hair="front"),
    61: LadyLook(scene=(("double_cherry", 8, 62, 1.05), ("petals", 164, 152, 0.55)), robe=("kurenai", "sakura"), jacket=("yamabuki", "hishi"), layers="pinks", posture="fan", holds="blossom"),
    62: LadyLook(scene=(("rooster", 44, 194, 0.95), ("gate", 164, 190, 0.6)), robe=("ebi", "kikko"), jacket=("kuchiba", "karakusa"), layers="orange", posture="fan", holds="scroll", facing=-1, eyes="wide"),
    65: LadyLook(scene=(("sleeve", 42, 100, 0.8), ("rain", 162, 148, 0.75)), robe=("fuji", "ryusui"), jacket=("hanada", "kanoko"), layers="bellflower", posture="sleeve", facing=-1, tilt=6, eyes="low"),
    67: LadyLook(scene=(("blinds", 42, 178, 0.9), ("crescent", 48, 88, 0.65)), robe=("sakura", "shippo"), jacket=("ebi", "tatewaku"), layers="plum", posture="veil"),
    72: LadyLook(scene=(("waves", 48, 192, 0.9), ("waves", 156, 196, -0.7)), robe=("hanada", "seigaiha"), jacket=("shiro", "kikko"), layers="sea", posture="fan", holds="fan", tilt=-4, hair="front"),
    80: LadyLook(scene=(("comb", 44, 102, 0.9), ("lattice", 166, 178, 0.55)), robe=("ao", "karakusa"), jacket=("suo", "kanoko"), layers="dew", posture="hidden", hair="front", eyes="low"),
    88: LadyLook(scene=(("marker", 40, 188, 0.85), ("reeds", 164, 200, 0.7), ("sea", 46, 200, 0.7)), robe=("kuchiba", "ryusui"), jacket=("asagi", "asanoha"), layers="maple", posture="veil", facing=-1),
    89: LadyLook(scene=(("beads", 44, 104, 0.95), ("incense", 166, 182, 0.6)), robe=("shiro", "maru"), jacket=("murasaki", "kikko"), layers="iris", posture="sleeve", eyes="low"),
    90: LadyLook(scene=(("shore", 44, 186, 0.9), ("boat", 160, 190, 0.6)), robe=("kon", "kagome"), jacket=("hi", "ryusui"), layers="snow", posture="sleeve", facing=-1, eyes="low"),
    92: LadyLook(scene=(("rock", 44, 188, 0.95), ("sea", 156, 196, 0.65)), robe=("ao", "seigaiha"), jacket=("kobai", "hishi"), layers="chrysanthemum", posture="hidden", tilt=4),
}

MONKS: Final[Mapping[int, MonkLook]] = {
    8: MonkLook(scene=(("hut", 44, 186, 0.9), ("peaks", 44, 150, 0.7), ("cedars", 164, 194, 0.65)), robe=("cha", "plain"), stole="kihada", cut="sash", face="old"),
    12: MonkLook(scene=(("heaven", 46, 112, 0.95), ("clouds", 162, 138, 0.6)), robe=("murasaki", "plain"), stole="yamabuki", cut="mantle", posture="praying", has_high_collar=True, eyes="wide"),
    21: MonkLook(scene=(("crescent", 46, 90, 1.0), ("clouds", 44, 136, 0.7)), robe=("kuchiba", "plain"), stole="kurozome", cut="sash", tilt=-7, holds="scroll"),
    47: MonkLook(scene=(("thicket", 46, 200, 0.95), ("hut", 162, 190, 0.65)), robe=("kurozome", "plain"), stole="rikyu", cut="band", posture="spread", facing=-1),
    66: MonkLook(scene=(("white_cherry", 8, 62, 1.05), ("peaks", 160, 192, 0.65)), robe=("hi", "plain"), stole="shiro", cut="mantle", has_high_collar=True, face="old"),
    69: MonkLook(scene=(("leafy_river", 36, 162, 1.05), ("red_peaks", 162, 196, 0.65), ("leaves", 46, 90, 0.7)), robe=("nibi", "plain"), stole="hi", cut="sash", holds="scroll", facing=-1),
    70: MonkLook(scene=(("sun", 46, 92, 0.8), ("hut", 160, 196, 0.7), ("pampas", 44, 202, 0.9)), robe=("rikyu", "plain"), stole="kuri", cut="mantle", eyes="low", posture="praying"),
    82: MonkLook(scene=(("rain", 46, 104, 1.0), ("pampas", 162, 198, 0.7)), robe=("sumi", "plain"), stole="cha", cut="sash", face="full", eyes="low", tilt=6),
    85: MonkLook(scene=(("lattice", 42, 176, 0.95), ("stars", 46, 90, 0.7)), robe=("ebi", "plain"), stole="kihada", cut="band", facing=-1, eyes="low"),
    86: MonkLook(scene=(("moon", 46, 92, 1.05), ("cherry", 192, 122, -0.65)), robe=("kurozome", "plain"), stole="kuchiba", cut="mantle", holds="staff", posture="spread", tilt=-8),
    87: MonkLook(scene=(("cedars", 44, 198, 1.0), ("mist", 48, 98, 0.9), ("cedars", 162, 196, -0.7)), robe=("tokiwa", "plain"), stole="rikyu", cut="sash", face="old", posture="praying"),
    95: MonkLook(scene=(("temple", 42, 198, 0.9), ("cedars", 164, 196, 0.65)), robe=("sumi", "plain"), stole="murasaki", cut="mantle", has_high_collar=True, holds="whisk", facing=-1),
}

SEMIMARU: Final[Mapping[int, SemimaruLook]] = {
    10: SemimaruLook(scene=(("gate", 44, 190, 0.95), ("road", 156, 204, 0.7), ("hut", 166, 186, 0.5)), robe=("asagi", "kagome")),
}

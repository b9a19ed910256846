"""The catalogue check finds each kind of fault, and the shipped catalogues have none."""

import gettext
from pathlib import Path

import pytest

from bozusite import languages
from bozusite.catalogues import (
    catalogue_path,
    catalogue_problems,
    compile_catalogues,
    found_messages,
    template_catalogue,
    update_catalogue,
)
from tests.site import ROOT

CODE = """
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext, npgettext

A = _("Hello %(name)s")
B = gettext_lazy("Good" " evening")
def c(n):
    return ngettext("%(count)s card", "%(count)s cards", n), npgettext("card", "One", "Many", n)
D = pgettext("card", "Back")
"""
PAGE = """{% load i18n %}{# no text #}
<p title="{% translate 'Top' %}">{% translate "Back" context "way" %} 100% {{ x|default:_("none") }}</p>
{% blocktranslate trimmed with who=x %}
  It is the turn
  of {{ who }}
{% endblocktranslate %}
{% blocktranslate count n=n %}{{ n }} step{% plural %}{{ n }} steps{% endblocktranslate %}
"""
JAPANESE = r"""
msgid ""
msgstr ""
"Language: ja\n"
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=1; plural=0;\n"

msgid "Hello %(name)s"
msgstr "%(name)sさん、こんにちは"

msgid "%(count)s card"
msgid_plural "%(count)s cards"
msgstr[0] "%(count)s枚"
"""


@pytest.fixture
def project(tmp_path) -> Path:
    """A project with two texts and a complete Japanese catalogue."""
    for name in ("accounts", "bozusite", "games", "ratings", "templates"):
        (tmp_path / name).mkdir()
    (tmp_path / "games" / "words.py").write_text(
        "from django.utils.translation import gettext, ngettext\n"
        'a = gettext("Hello %(name)s")\nb = lambda n: ngettext("%(count)s card", "%(count)s cards", n)\n'
    )
    path = catalogue_path(tmp_path, "ja")
    path.parent.mkdir(parents=True)
    path.write_text(JAPANESE)
    return tmp_path


def problems(project: Path) -> list[str]:
    return catalogue_problems(project, ["en", "ja"], "en")


def change(project: Path, old: str, new: str) -> None:
    path = catalogue_path(project, "ja")
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


def test_every_text_of_code_and_templates_is_found(project):
    (project / "games" / "words.py").write_text(CODE)
    (project / "templates" / "page.html").write_text(PAGE)
    found = {(message.context, message.text, message.plural) for message in found_messages(project)}
    assert found == {
        (None, "Hello %(name)s", None),
        (None, "Good evening", None),
        (None, "%(count)s card", "%(count)s cards"),
        ("card", "Back", None),
        ("card", "One", "Many"),
        (None, "Top", None),
        ("way", "Back", None),
        (None, "none", None),
        (None, "It is the turn of %(who)s", None),
        (None, "%(n)s step", "%(n)s steps"),
    }


def test_a_complete_catalogue_has_no_fault(project):
    assert problems(project) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('msgstr "%(name)sさん、こんにちは"', 'msgstr ""', "ja: not translated: 'Hello %(name)s'"),
        ('msgstr "%(name)sさん、こんにちは"', 'msgstr " "', "ja: not translated: 'Hello %(name)s'"),
        ('msgstr[0] "%(count)s枚"', 'msgstr[0] ""', "ja: not translated: '%(count)s card'"),
        ('msgid "Hello', '#, fuzzy\nmsgid "Hello', "ja: fuzzy: 'Hello %(name)s'"),
        ("%(name)sさん", "皆さん", "ja: other placeholders than the source: 'Hello %(name)s'"),
        ("%(name)sさん", "%(nome)sさん", "ja: other placeholders than the source: 'Hello %(name)s'"),
        ("%(name)sさん", "%(name)dさん", "ja: other placeholders than the source: 'Hello %(name)s'"),
        ('"%(count)s枚"', '"札"', "ja: other placeholders than the source: '%(count)s card'"),
        ("nplurals=1; plural=0;", "nplurals=2; plural=(n != 1);", "ja: 2 plural forms instead of 1"),
        ('msgid "Hello', 'msgid "Hallo', "ja: not in the catalogue: 'Hello %(name)s'"),
        ('msgid "Hello', 'msgid "Hallo', "ja: no longer in the program: 'Hallo %(name)s'"),
    ],
)
def test_each_kind_of_fault_is_found(project, old, new, fault):
    change(project, old, new)
    assert fault in problems(project)


def test_a_language_without_a_catalogue_is_a_fault(project):
    catalogue_path(project, "ja").unlink()
    assert problems(project) == ["ja: no catalogue at locale/ja/LC_MESSAGES/django.po"]


def test_a_form_for_one_number_may_leave_it_out_where_the_source_does(project):
    (project / "games" / "words.py").write_text(
        'from django.utils.translation import ngettext\nb = lambda n: ngettext("One card", "%(count)s cards", n)\n'
    )
    path = catalogue_path(project, "ja")
    header = JAPANESE[: JAPANESE.index('msgid "Hello')]
    for translation, expected in [("%(count)s枚", []), ("一枚", []), ("%(number)s枚", ["ja: other placeholders"])]:
        path.write_text(f'{header}msgid "One card"\nmsgid_plural "%(count)s cards"\nmsgstr[0] "{translation}"\n')
        assert [problem[:22] for problem in problems(project)] == expected


def test_updating_keeps_translations_drops_what_is_gone_and_guesses_nothing(project):
    (project / "games" / "words.py").write_text(
        'from django.utils.translation import gettext\na = gettext("Hello %(name)s")\nb = gettext("Hello %(nick)s")\n'
    )
    assert update_catalogue(project, "ja", template_catalogue(project)) == 1
    text = catalogue_path(project, "ja").read_text()
    assert "%(name)sさん、こんにちは" in text
    assert "card" not in text
    assert problems(project) == ["ja: not translated: 'Hello %(nick)s'"]


def test_updating_makes_a_catalogue_for_a_new_language_with_its_plural_forms(project):
    assert update_catalogue(project, "ar", template_catalogue(project)) == 2
    assert "nplurals=6" in catalogue_path(project, "ar").read_text()


def test_compiled_catalogues_are_what_gettext_reads_and_are_written_only_when_needed(project):
    assert len(compile_catalogues(project)) == 1
    assert compile_catalogues(project) == []
    with catalogue_path(project, "ja").with_suffix(".mo").open("rb") as file:
        translations = gettext.GNUTranslations(file)
    assert translations.gettext("Hello %(name)s") == "%(name)sさん、こんにちは"
    assert translations.ngettext("%(count)s card", "%(count)s cards", 1) == "%(count)s枚"


def test_fuzzy_translations_are_not_shown_to_anybody(project):
    change(project, 'msgid "Hello', '#, fuzzy\nmsgid "Hello')
    compile_catalogues(project)
    with catalogue_path(project, "ja").with_suffix(".mo").open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("Hello %(name)s") == "Hello %(name)s"


def test_every_offered_language_is_complete():
    codes = [language.code for language in languages.OFFERED]
    assert catalogue_problems(ROOT, codes, languages.DEFAULT_CODE) == []

"""The mark of the running program."""

from games import build


def test_the_mark_changes_with_any_file_and_only_with_those_of_the_program(tmp_path, monkeypatch):
    monkeypatch.setattr(build, "_ROOT", tmp_path)
    style = tmp_path / "static" / "css" / "base.css"
    style.parent.mkdir(parents=True)
    marks = []
    for content in ("a{}", "b{}", "b{}"):
        style.write_text(content, encoding="utf-8")
        marks.append(build.build_mark.__wrapped__())
    (tmp_path / "static" / "made.mo").write_bytes(b"x")
    marks.append(build.build_mark.__wrapped__())
    assert marks[0] != marks[1]
    assert marks[1:] == [marks[1]] * 3
    assert len(marks[0]) == 12

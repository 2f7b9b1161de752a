"""Landlock alone, as each version of the kernel's would be spoken to."""

import os
from pathlib import Path

import pytest

from arena.containment import landlock, privileges
from tests.containment.inside import in_fork

VERSION = landlock.abi()
pytestmark = pytest.mark.skipif(not VERSION, reason="this kernel has no Landlock")


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_files_can_be_read_where_allowed_and_written_nowhere(monkeypatch, tmp_path, version):
    monkeypatch.setattr(landlock, "abi", lambda: version)
    (tmp_path / "open").mkdir()
    for name in ("open/file", "closed"):
        (tmp_path / name).write_text("text")
    rules = landlock.Ruleset([str(tmp_path / "open")])

    def act():
        privileges.gain_nothing()
        rules.restrict()
        denied = []
        for number, attempt in enumerate(
            (
                (tmp_path / "closed").read_text,
                (tmp_path / "open/file").touch,
                (tmp_path / "open/file").unlink,
                (tmp_path / "open/new").mkdir,
                lambda: (tmp_path / "open/file").write_text("other"),
                lambda: (tmp_path / "open/link").symlink_to("file"),
                lambda: [*tmp_path.iterdir()],
                lambda: Path("/proc/self/oom_score_adj").write_text("0"),
            )
        ):
            try:
                attempt()
            except PermissionError:
                denied.append(number)
        Path(os.devnull).write_text("gone")
        return [denied, (tmp_path / "open/file").read_text(), Path("/proc/self/maps").exists()]

    # To touch a file that is there changes its times, which is none of Landlock's business; the filter denies it.
    assert in_fork(act) == [[0, 2, 3, 4, 5, 6, 7], "text", True]

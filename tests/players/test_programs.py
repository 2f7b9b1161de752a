"""Programs are found by their command line: what is one, what it is made of, what is said when there is none."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from arena.errors import BotError
from arena.players.entrants import BotSpec, Reference
from arena.players.programs import ProgramBots
from arena.players.roster import Roster
from arena.players.sources import FileBots

SHELL = shutil.which("sh")


@pytest.fixture(autouse=True)
def folder(tmp_path) -> Path:
    """A folder with a script, a library and an executable, which is not the current one."""
    home = tmp_path / "bots"
    (home / "lib").mkdir(parents=True)
    (home / "duck.sh").write_text("echo quack\n")
    (home / "lib" / "feet.sh").write_text("echo patter\n")
    (home / "duck.py").write_text("")
    (home / "my duck.py").write_text("")
    for name in ("duck", "my-duck", "a duck"):
        (home / name).write_text("#!/bin/sh\necho quack\n")
        (home / name).chmod(0o755)
    return home


def find(folder: Path, text: str, files: tuple[str, ...] = (), *, program: bool = True) -> BotSpec | None:
    return ProgramBots().find(Reference(text, folder, program=program, files=files))


def test_a_program_is_its_command_line_with_files_by_their_full_path(folder):
    spec = find(folder, "sh duck.sh --level 3 'two words'")
    script = str(folder / "duck.sh")
    assert spec.command == (SHELL, script, "--level", "3", "two words")
    assert (spec.name, spec.kind, spec.target) == ("duck", "program", str(folder))
    assert spec.origin == "program sh duck.sh --level 3 'two words'"
    assert spec.version == f"program-{spec.fingerprint[:8]}"
    assert not spec.trusted
    assert script in spec.reads
    assert str(folder / "lib") not in spec.reads


def test_a_file_elsewhere_moves_the_program_there(folder):
    assert find(folder.parent, "sh bots/lib/feet.sh").target == str(folder / "lib")


def test_an_interpreter_given_by_its_path_is_not_where_the_program_is(folder):
    spec = find(folder, f"{SHELL} duck.sh")
    assert (spec.name, spec.target, spec.command[0]) == ("duck", str(folder), SHELL)


def test_without_any_file_there_is_nowhere_to_be(folder):
    spec = find(folder, "sh -c cat")
    assert (spec.name, spec.target, spec.command) == ("sh", "/", (SHELL, "-c", "cat"))


@pytest.mark.parametrize("word", ["python", "python3"])
def test_python_is_the_interpreter_of_the_engine(folder, word):
    assert find(folder, f"{word} duck.py", program=False).command == (sys.executable, str(folder / "duck.py"))


def test_an_executable_is_a_program_by_its_path_alone(folder):
    spec = find(folder, "./duck", program=False)
    assert (spec.name, spec.command, spec.target) == ("duck", (str(folder / "duck"),), str(folder))
    assert str(folder / "duck") in spec.reads
    assert find(folder, "duck", program=False).command == spec.command
    assert find(folder, str(folder / "duck"), program=False).command == spec.command
    assert find(folder, "./duck -v", program=False).command == (*spec.command, "-v")


def test_an_executable_may_have_a_space_in_its_name(folder):
    assert find(folder, "./a duck", program=False).command == (str(folder / "a duck"),)
    assert find(folder, "'./a duck' -v").command == (str(folder / "a duck"), "-v")


@pytest.mark.parametrize(
    "text", ["duck.py", "./duck.py", "./my duck.py", "my duck.py:Duck", "./duck.py:Duck", "random"]
)
def test_a_python_file_or_a_name_is_no_program(folder, text):
    (folder / "duck.py").chmod(0o755)
    assert find(folder, text, program=False) is None


def test_a_path_with_a_space_is_still_a_bot_in_a_file(folder):
    roster = Roster([ProgramBots(), FileBots()])
    assert roster.find(Reference("./my duck.py", folder), "mine").kind == "file"
    assert roster.find(Reference("python3 'my duck.py'", folder), "mine").kind == "program"
    assert roster.find(Reference("python3 duck.py", folder)).kind == "program"


def test_a_link_stays_one_for_what_it_leads_to_may_go_by_its_name(folder):
    (folder / "quack").symlink_to(SHELL)
    spec = find(folder, "./quack duck.sh")
    assert spec.command == (str(folder / "quack"), str(folder / "duck.sh"))
    assert os.path.realpath(SHELL) in spec.reads


def test_files_that_belong_to_it_are_read_and_count(folder):
    spec = find(folder, "sh duck.sh", files=("lib",))
    assert str(folder / "lib") in spec.reads
    assert spec.fingerprint != find(folder, "sh duck.sh").fingerprint
    (folder / "lib" / "feet.sh").write_text("echo splash\n")
    assert find(folder, "sh duck.sh", files=("lib",)).fingerprint != spec.fingerprint


def test_its_fingerprint_follows_its_bytes_and_its_words_not_its_place(folder, tmp_path):
    first = find(folder, "sh duck.sh").fingerprint
    assert find(folder, "sh  'duck.sh'").fingerprint == first
    assert find(folder, "sh duck.sh -v").fingerprint != first
    moved = shutil.copytree(folder, tmp_path / "elsewhere")
    assert find(moved, "sh duck.sh").fingerprint == first
    (folder / "duck.sh").write_text("echo honk\n")
    assert find(folder, "sh duck.sh").fingerprint != first


def test_an_executable_counts_by_its_bytes(folder):
    first = find(folder, "./duck")
    (folder / "duck").write_text("#!/bin/sh\necho honk\n")
    assert find(folder, "./duck").fingerprint != first.fingerprint


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a program wants a command line, such as 'node duck.js'"),
        ("  ", "a program wants a command line, such as 'node duck.js'"),
        ("sh 'duck.sh", 'program "sh \'duck.sh" cannot be read: no closing quotation'),
        ("no-such-command duck.sh", "program 'no-such-command' cannot be run: there is no such command"),
        ("duck -v", "program 'duck' cannot be run: there is no such command; the file of that name is ./duck"),
        ("./duck.sh", "program './duck.sh' cannot be run: it is not executable (chmod +x makes a file so)"),
        ("./lib", "program './lib' cannot be run: it is not executable (chmod +x makes a file so)"),
        ("./goose", "program ./goose cannot be read: No such file or directory (looked for {folder}/goose)"),
    ],
)
def test_what_cannot_be_run_is_explained(folder, text, said):
    with pytest.raises(BotError) as caught:
        find(folder, text)
    assert str(caught.value) == said.format(folder=folder)


def test_a_file_that_belongs_to_it_must_be_there(folder):
    with pytest.raises(BotError) as caught:
        find(folder, "sh duck.sh", files=("wings.sh",))
    looked = folder / "wings.sh"
    assert str(caught.value) == f"file wings.sh cannot be read: No such file or directory (looked for {looked})"


def test_the_environment_of_a_program_is_its_own_affair(folder):
    with pytest.raises(BotError, match="python is for bots in Python; a program names its own interpreter"):
        ProgramBots().find(Reference("sh duck.sh", folder, program=True, python="venv/bin/python"))


def test_no_program_is_listed():
    assert ProgramBots().listed() == ()


def test_a_script_that_is_not_there_is_named_where_it_was_looked_for(folder):
    with pytest.raises(BotError, match=r"^file goose\.sh cannot be read: .*\(looked for .*/goose\.sh\)$"):
        find(folder, "sh goose.sh")
    assert find(folder, "sh -c exit").name == "sh"


def test_a_path_to_nothing_that_can_be_run_is_no_name(folder):
    (folder / "plain").write_text("not executable")
    for path in ("./plain", "./absent"):
        with pytest.raises(BotError, match="neither a Python file nor a program that can be run"):
            Roster([ProgramBots()]).find(Reference(path, folder))

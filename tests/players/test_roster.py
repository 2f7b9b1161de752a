"""Finding bots: by name, by file, under another name; and what is said when that cannot be."""

import json
import os
from base64 import urlsafe_b64encode
from hashlib import sha256
from importlib.metadata import EntryPoint, EntryPoints, FileHash, PackagePath, distribution
from pathlib import Path
from types import SimpleNamespace

import pytest

from arena.errors import BotError
from arena.players.entrants import BotSpec, Reference
from arena.players.roster import Roster
from arena.players.sources import FileBots, InstalledBots, fingerprint_of

BOTS = Path(__file__).parents[1] / "bots"


class Source:
    def __init__(self, *names: str, origin: str = "somewhere 1.0") -> None:
        self.specs = [BotSpec(name, "installed", f"m:{name}", origin, "1.0", "f") for name in names]

    def listed(self):
        return self.specs

    def find(self, reference):
        return None


def test_a_bot_is_found_by_its_name():
    assert Roster([Source("duck", "goose")]).find(Reference("goose")).target == "m:goose"


def test_a_name_that_two_bots_share_means_neither_and_the_others_stand():
    roster = Roster([Source("duck", "goose", origin="a 1.0"), Source("duck", origin="b 2.0")])
    assert list(roster.specs) == ["goose"]
    assert roster.clashes == {"duck": ["a 1.0", "b 2.0"]}
    with pytest.raises(BotError, match=r"bot 'duck' could be from a 1\.0 or b 2\.0; uninstall or rename one"):
        roster.find(Reference("duck"))


def test_a_bot_in_a_file_is_named_by_the_stem_or_as_asked():
    roster = Roster([Source("duck"), FileBots()])
    spec = roster.find(Reference("two.py:One", BOTS))
    assert (spec.name, spec.kind, spec.trusted) == ("two", "file", False)
    assert spec.target == f"{BOTS / 'two.py'}:One"
    assert roster.find(Reference("two.py:One", BOTS), "uno").name == "uno"


def test_a_file_is_versioned_by_its_content(tmp_path):
    path = tmp_path / "duck.py"
    versions = []
    for text in ("a = 1\n", "a = 2\n", "a = 1\n"):
        path.write_text(text)
        versions.append(FileBots().find(Reference("duck.py", tmp_path)).version)
    assert versions[0] == versions[2] != versions[1]


@pytest.mark.parametrize(
    ("reference", "words"),
    [
        ("dcuk", "there is no bot 'dcuk' (did you mean 'duck'?); installed are duck, a file is given by its path"),
        ("nowhere.py", "bot file nowhere.py cannot be read: No such file or directory"),
        (".py", "bot file .py cannot be read"),
        ("a\0b.py", "embedded null"),
        ("x" * 300 + ".py", "cannot be read: File name too long"),
    ],
)
def test_what_is_not_there_is_said(reference, words):
    with pytest.raises(BotError) as caught:
        Roster([Source("duck"), FileBots()]).find(Reference(reference, BOTS))
    assert words in str(caught.value)


def test_a_file_is_found_whatever_its_folder_is_called(tmp_path):
    path = tmp_path / "a:b.py:c" / "duck.py"
    path.parent.mkdir()
    path.write_text("")
    assert FileBots().find(Reference("duck.py", path.parent)).target == f"{path}:"
    assert FileBots().find(Reference(str(path))).target == f"{path}:"
    assert FileBots().find(Reference(f"{path}:Duck")).target == f"{path}:Duck"


def test_what_is_no_file_is_not_read(tmp_path):
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "round.py").symlink_to("round.py")
    (tmp_path / "folder.py").mkdir()
    for name in ("pipe.py", "round.py", "folder.py"):
        with pytest.raises(BotError, match=f"bot file {name} cannot be read"):
            FileBots().find(Reference(name, tmp_path))


def test_a_file_whose_name_is_none_wants_one(tmp_path):
    (tmp_path / "my duck.py").write_text("")
    roster = Roster([FileBots()])
    with pytest.raises(BotError, match=r"'my duck' is no name for a bot; give it another, as 'duck=my duck\.py'"):
        roster.find(Reference("my duck.py", tmp_path))
    assert roster.find(Reference("my duck.py", tmp_path), "duck").name == "duck"


def test_only_bots_of_the_engine_itself_are_trusted(monkeypatch):
    ours = EntryPoint("random", "bots.random:Random", "arena.bots")
    vars(ours).update(dist=distribution("arena"))
    theirs = EntryPoint("duck", "bots.random:Random", "arena.bots")
    other = SimpleNamespace(name="arena-duck", version="1.2", files=[], read_text=lambda name: None)
    other.entry_points = EntryPoints([theirs])
    vars(theirs).update(dist=other)
    monkeypatch.setattr("arena.players.sources.entry_points", lambda group: [ours, theirs])
    listed = {spec.name: spec for spec in InstalledBots().listed()}
    assert listed["random"].trusted
    assert not listed["duck"].trusted
    assert (listed["duck"].origin, listed["duck"].version) == ("arena-duck 1.2", "1.2")


@pytest.fixture
def duck(tmp_path) -> SimpleNamespace:
    """A distribution that is installed from a folder as it stands."""
    (tmp_path / "duck.py").write_text("a = 1\n")
    source = {"url": tmp_path.as_uri(), "dir_info": {"editable": True}}
    return SimpleNamespace(name="arena-duck", version="1", files=[], read_text=lambda name: json.dumps(source))


def test_the_fingerprint_of_an_editable_distribution_follows_its_files(duck, tmp_path):
    before = fingerprint_of(duck)
    assert before == fingerprint_of(duck)
    (tmp_path / "duck.py").write_text("a = 2\n")
    assert before != fingerprint_of(duck)


@pytest.mark.parametrize("folder", [".git", ".venv/lib", "env/lib", "tests", "test/deep"])
def test_but_not_those_that_are_none_of_its_own(duck, tmp_path, folder):
    before = fingerprint_of(duck)
    (tmp_path / folder).mkdir(parents=True)
    (tmp_path / folder / "other.py").write_text("b = 1\n")
    (tmp_path / "env").mkdir(exist_ok=True)
    (tmp_path / "env" / "pyvenv.cfg").touch()
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "nowhere.py").symlink_to("absent.py")
    assert fingerprint_of(duck) == before


@pytest.mark.parametrize("top", ["", "src"])
def test_it_is_the_same_as_that_of_the_plain_distribution(tmp_path, top):
    file = tmp_path / top / "arena_duck" / "__init__.py"
    file.parent.mkdir(parents=True)
    file.write_text("a = 1\n")
    source = json.dumps({"url": tmp_path.as_uri(), "dir_info": {"editable": True}})
    editable = SimpleNamespace(name="arena-duck", version="1", files=[], read_text=lambda name: source)
    recorded = PackagePath("arena_duck/__init__.py")
    recorded.hash = FileHash(f"sha256={record_hash(file.read_bytes())}")
    plain = SimpleNamespace(name="arena-duck", version="1", files=[recorded], read_text=lambda name: None)
    assert fingerprint_of(editable) == fingerprint_of(plain)


def record_hash(content: bytes) -> str:
    """Return a hash as the format of wheels has it."""
    return urlsafe_b64encode(sha256(content).digest()).decode().rstrip("=")


@pytest.mark.parametrize("text", ["{", "[]", '{"url": 5}', '{"dir_info": []}', '{"dir_info": {"editable": true}}'])
def test_an_origin_that_cannot_be_read_is_not_editable(duck, text):
    editable = fingerprint_of(duck)
    duck.read_text = lambda name: None
    plain = fingerprint_of(duck)
    duck.read_text = lambda name: text
    assert fingerprint_of(duck) == plain != editable

"""Editions of one's own: from a file to a tournament that needs the file no more."""

import re
import shlex
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "editions.md").read_text(encoding="utf-8")

MY = '[long]\nafter = "invasion"\nhand = 5\n'

TOURNAMENT = """
editions = ["../my.toml"]
bots = ["random", "first", "./own.py"]

[[games]]
game = "royal_dilemma@long:players=2"

[[games]]
game = "battleground:players=2"
"""

BOT = """
from arena import Bot


class Own(Bot):
    games = ("royal_dilemma@long", "battleground")

    def act(self, view, moves):
        self.imagine(view)
        if self.selection.game.name == "royal_dilemma" and self.selection.edition.rules.hand != 5:
            raise ValueError("these are not the rules")
        return self.rng.choice(moves)
"""


@pytest.fixture
def tournament(folder) -> Path:
    """Write a tournament with an edition of its own, and a bot that looks at its rules."""
    (folder / "my.toml").write_text(MY)
    (folder / "mine").mkdir()
    (folder / "mine" / "own.py").write_text(BOT)
    (folder / "mine" / "mine.toml").write_text(TOURNAMENT)
    return folder / "mine" / "mine.toml"


def typed() -> list[tuple[str, str]]:
    """Return every command that the page shows, with what it prints."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL):
        found += re.findall(r"^\$ (arena .*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    return found


def test_the_page_is_true(arena):
    Path("my.toml").write_text(re.search(r"^```toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[1])
    commands = typed()
    assert len(commands) == 5
    for line, printed in [("arena games show --editions my.toml generous", "…\n"), *commands]:
        done = arena(*shlex.split(line)[1:])
        assert done.status == 0, done.err
        pattern = ".*".join(map(re.escape, printed.removesuffix("…\n").split("…\n")))
        assert re.match(pattern + (".*" if printed.endswith("…\n") else r"\Z"), done.out, re.DOTALL), done.out
    assert "A reading: losing should not mean losing everything" in arena(
        "games", "show", "--editions", "my.toml", "generous"
    ).out.replace("\n               ", " ")


def test_a_tournament_needs_the_file_no_more_once_it_is_played(arena, tournament):
    run = arena("run", str(tournament), "--workers", "2")
    assert run.status == 0, run.err
    own = next(line for line in run.out.splitlines() if " own " in line)
    assert own.split()[-1] == "0", "faults"
    exported = arena("export", "mine", "--own-editions").out
    Path("my.toml").unlink()
    assert arena("table", "mine").out == run.out
    game_id = next(line for line in arena("replay", "mine").out.splitlines() if "@long" in line and "own" in line)[
        :14
    ]
    told = arena("replay", "mine", game_id)
    assert told.status == 0, told.err
    assert "all by the rules" in arena("verify", "mine").out
    assert arena("match", "--like", "mine", game_id, "mine/own.py").out == told.out
    refused = arena("run", str(tournament))
    assert refused.status == 2
    assert "my.toml cannot be read: No such file or directory" in refused.err
    Path("my.toml").write_text(exported)
    again = arena("run", str(tournament), "--serial")
    assert (again.status, again.out) == (0, run.out)
    assert " 0 new" in again.err


def test_a_row_that_has_changed_since_is_refused_with_the_remedy(arena, tournament):
    arena("run", str(tournament), "--serial")
    table = arena("table", "mine").out
    Path("my.toml").write_text(MY.replace("5", "6"))
    refused = arena("run", str(tournament), "--serial")
    assert (refused.status, refused.err) == (
        2,
        "arena: results/mine holds games of royal_dilemma@long with other rules, hand = 5; "
        "give the edition as it is now another name, or the tournament\n",
    )
    assert arena("table", "mine").out == table
    Path("my.toml").write_text(f"{MY}number = 99\n")
    assert arena("run", str(tournament), "--serial").status == 0


def test_games_of_an_edition_that_is_played_no_more_replay(arena, tournament):
    arena("run", str(tournament), "--serial")
    text = TOURNAMENT.replace("royal_dilemma@long:players=2", "royal_dilemma@invasion:players=2")
    tournament.write_text(text.replace('editions = ["../my.toml"]', "").replace('"./own.py"', '"greedy"'))
    assert arena("run", str(tournament), "--serial").status == 0
    assert "all by the rules" in arena("verify", "mine").out


@pytest.mark.parametrize(
    "words",
    [
        ("run", "--name", "x", "--game", "royal_dilemma@long", "--bot", "random", "--bot", "first", "--deals", "1"),
        ("match", "royal_dilemma@long", "random", "first"),
        ("bots", "new", "my-bot", "--game", "royal_dilemma@long"),
        ("protocol", "royal_dilemma@long"),
        ("games",),
        ("games", "show", "long"),
        ("games", "diff", "long", "duel"),
        ("games", "survey", "long", "--deals", "2"),
    ],
)
def test_every_command_that_takes_a_selection_takes_editions(arena, words):
    Path("my.toml").write_text(MY)
    place = ("list",) if words == ("games",) else ()
    assert arena(*words, *place, "--editions", "my.toml").status == 0
    if words != ("games",):
        assert arena(*words).status == 2


def test_a_bot_that_claims_an_edition_is_checked_in_it(arena):
    Path("my.toml").write_text(MY)
    Path("own.py").write_text(BOT)
    checked = arena("bots", "check", "./own.py", "--editions", "my.toml")
    assert checked.status == 0, checked.out
    assert arena("bots", "check", "./own.py").status == 1


def test_what_is_not_understood_is_one_sentence(arena):
    Path("my.toml").write_text('[long]\nafter = "invasion"\nhadn = 5\n')
    refused = arena("games", "show", "long", "--editions", "my.toml")
    assert (refused.status, refused.out) == (2, "")
    assert refused.err == "arena: my.toml, row 'long', key 'hadn': there is no rule 'hadn' (did you mean 'hand'?)\n"


def test_the_same_file_twice_is_refused(arena):
    Path("my.toml").write_text(MY)
    twice = arena("games", "show", "long", "--editions", "my.toml", "--editions", "my.toml")
    assert (twice.status, twice.err) == (
        2,
        "arena: my.toml, row 'long': royal_dilemma has an edition 'long' already; give yours another name\n",
    )


def test_a_game_of_a_tournament_is_played_again_by_its_own_editions(arena, tournament):
    arena("run", str(tournament), "--serial")
    refused = arena("match", "--like", "mine", "0", "random", "--editions", "my.toml")
    assert refused.status == 2
    assert "seed, editions and rivals are the game's" in refused.err

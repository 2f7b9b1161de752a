"""Editions of a user's own: added to their game, carried as data, refused with what would be right."""

import os
from random import Random
from typing import Literal, get_args, get_origin

import msgspec
import pytest

from arena.bot import Limits, Setup
from arena.config import GameEntry
from arena.errors import EditionError, SelectionError
from arena.executors import Stage, Task
from arena.executors.workers import Workers
from arena.game import Edition, Option, parse_selection
from arena.games import GAMES
from arena.games.royal_dilemma.rules import EDITIONS, Rules
from arena.own_editions import OwnEdition, own_edition, to_toml, with_editions, with_file
from arena.players.entrants import BotSpec, Entrant
from arena.players.session import Session, readers_of
from arena.players.wire import Start
from arena.series import Competition, Series
from tests.toy import OPTIONS, TOY

MY = """
[long]
after = "invasion"
max_rounds = 30

[longer]
number = 40
attested = "own"
after = "long"
hand = 7
readings = { hand = "why not" }
"""


def read(tmp_path, text, games=GAMES):
    file = tmp_path / "my.toml"
    file.write_text(text)
    return with_file(games, file)


def refused(tmp_path, text, games=GAMES):
    """Return the sentence with which a file is refused."""
    with pytest.raises(EditionError) as caught:
        read(tmp_path, text, games)
    sentence = str(caught.value)
    assert sentence.startswith(f"{tmp_path / 'my.toml'}, row 'mine'")
    return sentence


def test_a_row_is_an_edition_like_the_games_own(tmp_path):
    games = read(tmp_path, MY)
    royal, *others = games
    assert others == list(GAMES[1:])
    assert royal.editions[:-2] == GAMES[0].editions
    long, longer = royal.editions[-2:]
    assert (long.slug, long.number, long.attested, long.after) == ("long", 28, "own", "invasion")
    assert (longer.slug, longer.number, longer.after, longer.readings) == (
        "longer",
        40,
        "long",
        {"hand": "why not"},
    )
    assert longer.rules == msgspec.structs.replace(EDITIONS["invasion"].rules, max_rounds=30, hand=7)
    selection = parse_selection("royal_dilemma@longer:players=3", games)
    assert selection.options["max_rounds"] == 30
    assert len(selection.start(b"s" * 16).view(0).hand) >= 7


def test_the_games_stay_as_they_are(tmp_path):
    read(tmp_path, MY)
    with pytest.raises(SelectionError, match="no edition 'long'"):
        GAMES[0].select("long")


def test_an_edition_crosses_processes_as_plain_data(tmp_path):
    selection = parse_selection("royal_dilemma@longer:players=3", read(tmp_path, MY))
    own = msgspec.msgpack.decode(msgspec.msgpack.encode(own_edition(selection)), type=OwnEdition)
    again = parse_selection(str(selection), with_editions(GAMES, [own]))
    assert again.edition.rules == selection.edition.rules
    assert own_edition(again) == own
    assert own_edition(GAMES[0].select("invasion")) is None
    assert own_edition(GAMES[1].select()) is None


def test_editions_are_written_so_that_they_read_back(tmp_path):
    games = read(tmp_path, MY)
    owns = [own_edition(games[0].select(slug)) for slug in ("long", "longer")]
    again = read(tmp_path, to_toml(owns, GAMES))
    assert [own_edition(again[0].select(slug)) for slug in ("long", "longer")] == owns


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ("hand = 7", ", key 'after': it is missing; it names the edition that the row changes, as \"invasion\""),
        ('after = "invasoin"', ", key 'after': no game has an edition 'invasoin', and no row above is called so"),
        ('after = "invasoin"', "(did you mean 'invasion'?)"),
        ('after = "mine"', ", key 'after': no game has an edition 'mine'"),
        ("after = 21", "key 'after': it names one edition, as \"invasion\", not 21"),
        ('after = ["invasion"]', "key 'after': it names one edition, as \"invasion\", not ['invasion']"),
        (f'after = "invasion"\nhand = 0x{"f" * 5000}', ", key 'hand': cannot be a number of so many digits"),
        ('after = "battleground"', ": battleground has no table of editions, so none can be added"),
        ('after = "invasion"\nhadn = 7', ", key 'hadn': there is no rule 'hadn' (did you mean 'hand'?)"),
        ('after = "invasion"\nhand = "7"', ", key 'hand': cannot be '7'; it is a whole number from 0 to 1000"),
        ('after = "invasion"\ndraw = "all_count"', "cannot be 'all_count' (did you mean 'all-count'?)"),
        ('after = "invasion"\nattack = "outbid"', ": battle = true wants an attack of seize, invade, rob"),
        ('after = "invasion"\nnumber = 0', ", key 'number': cannot be 0; it is a whole number from 1 to 9999"),
        ('after = "invasion"\nattested = "full"', ", key 'attested': cannot be 'full'; it is one of 'own'"),
    ],
)
def test_what_is_not_understood_is_refused_with_file_row_and_key(tmp_path, row, complaint):
    assert complaint in refused(tmp_path, f"[mine]\n{row}")


def test_a_slug_that_is_taken_is_refused(tmp_path):
    games = read(tmp_path, '[mine]\nafter = "invasion"')
    assert "royal_dilemma has an edition 'mine' already; give yours another name" in refused(
        tmp_path, '[mine]\nafter = "duel"', games
    )


@pytest.mark.parametrize("slug", ["my@own", "my own", "", "Mine", "m:ine", "-mine", "m" * 65])
def test_a_slug_that_no_selection_could_name_is_refused(tmp_path, slug):
    with pytest.raises(EditionError, match="a slug is made of up to 64 small letters, digits and dashes"):
        read(tmp_path, f'["{slug}"]\nafter = "invasion"')


@pytest.mark.parametrize("text", [b"[mine", b"mine = 3", b"\xff", b"x = " + b"[" * 9999])
def test_what_is_no_table_is_refused_with_the_file(tmp_path, text):
    file = tmp_path / "my.toml"
    file.write_bytes(text)
    with pytest.raises(EditionError, match=r"my\.toml"):
        with_file(GAMES, file)


def test_a_file_of_an_editor_that_marks_its_encoding_is_read(tmp_path):
    file = tmp_path / "my.toml"
    file.write_bytes(b"\xef\xbb\xbf" + b'[mine]\nafter = "invasion"')
    assert with_file(GAMES, file)[0].select("mine")


def test_what_is_no_file_is_refused_without_waiting_for_it(tmp_path):
    os.mkfifo(tmp_path / "my.toml")
    with pytest.raises(EditionError, match=r"my\.toml cannot be read: it is no file"):
        with_file(GAMES, tmp_path / "my.toml")


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(EditionError, match=r"my\.toml cannot be read: No such file"):
        with_file(GAMES, tmp_path / "my.toml")


class Pace(msgspec.Struct, frozen=True):
    cap: int


def paced(rules: Pace) -> tuple[Option, ...]:
    return tuple(
        msgspec.structs.replace(option, default=rules.cap) if option.name == "cap" else option for option in OPTIONS
    )


PACED = msgspec.structs.replace(
    TOY, editions=(Edition("plain", OPTIONS, Pace(1)), Edition("duel", OPTIONS, Pace(2))), options_of=paced
)


def test_any_game_with_a_table_can_be_given_more(tmp_path):
    games = read(tmp_path, '[mine]\nafter = "plain"\ncap = 5', (PACED,))
    assert parse_selection("toy@mine", games).options["cap"] == 5


def test_where_two_games_have_the_edition_the_row_says_which(tmp_path):
    games = (*GAMES, PACED)
    assert "'duel' could be royal_dilemma@duel or toy@duel; say which" in refused(
        tmp_path, '[mine]\nafter = "duel"', games
    )
    assert read(tmp_path, '[mine]\nafter = "toy@duel"', games)[-1].edition("mine").rules == Pace(2)


def test_an_edition_of_no_game_is_refused():
    with pytest.raises(EditionError, match="edition toi@x: there is no game 'toi' \\(did you mean 'toy'\\?\\)"):
        with_editions([PACED], [OwnEdition("toi", "x", 1, {"cap": 1})])


def test_a_bot_in_a_process_of_its_own_knows_the_rules(tmp_path):
    selection = parse_selection("royal_dilemma@longer", read(tmp_path, MY))
    spec = BotSpec("random", "installed", "bots.random:Random", "", "", "")
    session = Session(spec, GAMES, readers_of(GAMES))
    setup = Setup("royal_dilemma", "longer", selection.options, 0, Limits())
    session.answer(Start(1, setup, str(selection), b"s" * 16, own_edition(selection)))
    assert session.bot.selection.edition.rules.hand == 7


def test_workers_know_the_rules(tmp_path):
    games = read(tmp_path, MY)
    selection = parse_selection("royal_dilemma@longer", games)
    spec = BotSpec("random", "installed", "bots.random:Random", "", "", "", trusted=True)
    stage = Stage({"random": spec}, Limits(), editions=(own_edition(selection),))
    task = Task(Series(b"s" * 16, str(selection), 1, ("random", "random"), 0), (0,))
    (game,) = Workers(games, 1).run(stage, [task])
    assert game.ending == "normal"


def _rows(count):
    """Yield rows that change anything in any edition, those refused left out."""
    die = Random(7)
    fields = {field.name: field.type for field in msgspec.structs.fields(Rules)}
    while count:
        values = msgspec.structs.asdict(EDITIONS[die.choice([*EDITIONS])].rules) | {"max_rounds": 20}
        for name in die.sample([*fields], die.randint(1, 5)):
            kind = fields[name]
            if get_origin(kind) is Literal:
                values[name] = die.choice(get_args(kind))
            else:
                values[name] = die.random() < 0.5 if kind is bool else die.choice((1, 2, 3, 10, 60))
        try:
            yield with_editions(GAMES, [OwnEdition("royal_dilemma", "own", 28, values)])[0]
        except EditionError:
            continue
        count -= 1


def test_whatever_is_not_refused_can_be_played_and_imagined():
    die = Random(3)
    for number, game in enumerate(_rows(200)):
        for players in (2, 4):
            selection = game.select("own", players=players, max_rounds=20)
            state = selection.start(number.to_bytes(16))
            while moves := state.legal_moves():
                if die.random() < 0.1:
                    view = state.view(state.current_player())
                    assert selection.determinize(view, die).legal_moves() == moves
                state.apply(die.choice(moves))
            assert min(state.outcome().ranks) == 1


def test_the_series_of_an_edition_are_those_of_its_rules(tmp_path):
    def ids(hand):
        games = read(tmp_path, f'[mine]\nafter = "invasion"\nhand = {hand}')
        spec = BotSpec("a", "file", "a.py:", "", "1", "f")
        entrants = {name: Entrant(msgspec.structs.replace(spec, name=name), "1", ("*",)) for name in "ab"}
        competition = Competition(games[0].select("mine"), GameEntry("royal_dilemma@mine"), entrants)
        return competition.series("ab", 1).id

    assert ids(3) == ids(3)
    assert ids(3) != ids(4)

"""Standings as text."""

import csv
import io

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from arena.ratings.findings import Checks, Meeting
from arena.ratings.results import GameResult, SeriesResult
from arena.ratings.standings import Row, Table, standings
from arena.reports.text import COLUMNS, SHOWABLE, TITLES, Header, to_csv, to_markdown, to_terminal, visible

HEADER = Header("quick", 7, 24, "process", "arena 0.1.0", ("mole was withdrawn after 3 failed starts",))
VERSIONS = {"greedy": "1.0", "mole": "0.2", "random": "1.0"}


def series(selection, *games):
    return SeriesResult(selection, selection.partition(":")[0], tuple(GameResult(*game) for game in games))


def results():
    for number in range(4):
        first, last = ((1, 2), (2, 1)) if number % 4 else ((2, 1), (1, 2))
        for selection in ("battleground:players=2", "battleground:players=2,pack=standard"):
            yield series(selection, (("greedy", "random"), first), (("random", "greedy"), last))
            yield series(selection, (("greedy", "mole"), (1, 2), ("mole",)))
            yield series(selection, (("mole", "random"), (2, 1)))
        yield series("war:players=3", (("greedy", "mole", "random"), (1, 3, 2) if number else (1, 1, 3)))


@pytest.fixture
def tables():
    return standings(results(), VERSIONS)


HANDS = dict.fromkeys(("rock", "paper", "scissors", "left", "right"), "2.0")


def circle():
    """Three bots that beat each other in a circle, a pair that never meets them, and now and then a fault."""
    for pair in (("paper", "rock"), ("rock", "scissors"), ("scissors", "paper"), ("left", "right")):
        for number in range(40):
            lost = number % 4 == 3
            faults = (pair[1],) if number % 10 == 0 else ()
            away = ((1, 2) if lost else (2, 1)) if number % 3 else (1, 1)
            yield series("hands:players=2", (pair, (2, 1) if lost else (1, 2), faults), (pair[::-1], away))


@pytest.fixture
def circling():
    return standings(circle(), HANDS)


def test_csv(tables, snapshot):
    assert to_csv(tables) == snapshot


def test_markdown(tables, snapshot):
    assert to_markdown(HEADER, tables) == snapshot


def test_terminal(tables, snapshot):
    assert to_terminal(HEADER, tables) == snapshot


def test_csv_of_a_circle_with_faults_and_islands(circling, snapshot):
    assert to_csv(circling) == snapshot


def test_markdown_of_a_circle_with_faults_and_islands(circling, snapshot):
    assert to_markdown(HEADER, circling) == snapshot


def test_terminal_with_all_there_is_of_a_circle_with_faults_and_islands(circling, snapshot):
    assert to_terminal(HEADER, circling, show=SHOWABLE) == snapshot


@pytest.mark.parametrize("what", SHOWABLE)
def test_a_thing_asked_for_comes_alone(tables, what):
    shown, everything = to_terminal(HEADER, tables, show=(what,)), to_terminal(HEADER, tables, show=SHOWABLE)
    assert set(shown.split("\n\n")[-1].splitlines()) <= set(everything.splitlines())
    assert ("95 %" in shown) == (what in ("ratings", "seats"))
    assert ("Crosstable" in shown) == (what == "crosstable")
    assert ("Likelihood" in shown) == (what == "los")


def test_where_nothing_asked_for_is_there_it_says_so(tables):
    overall = [table for table in tables if table.kind == "overall"]
    assert to_terminal(HEADER, overall, show=("crosstable", "seats")).endswith("\nnothing of that to show")


def test_tables_come_in_any_of_tabulates_styles(tables):
    assert "| greedy |" in to_terminal(HEADER, tables, "github")
    assert "<td>greedy" in to_terminal(HEADER, tables, "html")


def many(bots):
    names = [f"bot{number:02}" for number in range(bots)]
    pairs = [(names[number], names[(number + step) % bots]) for number in range(bots) for step in (1, 2)]
    return standings(
        (series("duel:players=2", (pair, (1, 2)), (pair[::-1], (1, 2))) for pair in pairs for _ in range(12)),
        dict.fromkeys(names, "1.0"),
    )


def test_a_crosstable_too_wide_for_the_terminal_has_only_scores():
    narrow, wide = (to_terminal(HEADER, many(bots), show=("crosstable",)) for bots in (6, 10))
    assert TITLES["crosstable"] in narrow
    assert TITLES["brief"] in wide
    assert max(map(len, wide.splitlines())) <= 100


def test_a_page_leaves_the_matrices_of_large_fields_out():
    assert "Crosstable" in to_markdown(HEADER, many(30))
    page = to_markdown(HEADER, many(31))
    assert "Crosstable" not in page
    assert "not shown here for more than 30 bots" in page


SELECTIONS = ["battleground:players=2", "battleground:players=2,pack=standard"]


@pytest.mark.parametrize(
    ("played", "shown"),
    [
        (SELECTIONS[:1], SELECTIONS[:1]),
        (SELECTIONS, ["battleground", *SELECTIONS]),
        ([SELECTIONS[0], "war:players=3"], ["overall", SELECTIONS[0], "war:players=3"]),
        ([*SELECTIONS, "war:players=3"], ["overall", "battleground", *SELECTIONS, "war:players=3"]),
    ],
    ids=["one selection", "one game", "two games", "all"],
)
def test_a_table_that_would_repeat_another_is_left_out(played, shown):
    tables = standings([result for result in results() if result.selection in played], VERSIONS)
    page = to_markdown(HEADER, tables).splitlines()
    assert [line.removeprefix("## ") for line in page if line.startswith("## ")] == shown
    blocks = to_terminal(HEADER, tables).split("\n\n")[1:]
    assert [block.partition("\n")[0] for block in blocks] == shown


def test_a_table_of_two_sides_fits_a_terminal():
    row = Row(
        1, 1, 1, "my-bot", "file-0a1b2c3d", 1500.0, 12.3, 1400.0, 1600.0, "", 12345, 100.0, 100, 0, 50, None, 0
    )
    shown = to_terminal(HEADER, [Table("battleground:players=2", "selection", "battleground", 1, (row,))])
    assert max(map(len, shown.splitlines())) <= 100


def test_without_games_there_is_the_header_and_a_word():
    assert to_csv([]) == ",".join(COLUMNS) + "\n"
    assert to_markdown(HEADER, []).endswith("\nNo games yet.\n")
    assert to_terminal(HEADER, []).endswith("\nno games yet")


def named(text):
    row = Row(1, 1, 2, text, text, 1500.0, None, 1400.0, None, "won all", 3, 100.0, 3, 0, 0, None, 0)
    other = msgspec.structs.replace(row, bot="other")
    met = Meeting(3, 0, 0, 100.0)
    checks = Checks(1.0, 1.0, 1.0, 0.5, 0.0, None, text)
    table = Table(
        text, "selection", text, 1, (row, other), ((None, 0.9), (0.1, None)), ((None, met), (met, None)), (), checks
    )
    return Header(text, 1, 3, text, text, (text,)), [table]


NASTY = [
    "a|b",
    "|",
    "\\",
    "\\|",
    "`code`",
    "two\nlines",
    "\r",
    "<script>alert(1)</script>",
    "[x](http://example.org)",
    "![x](y)",
    "http://example.org",
    "www.example.org",
    "*x* _y_ __z__ ~~w~~",
    "royal_dilemma@invasion:players=2",
    "# x #",
    "&amp; &#124;",
    "\x1b[31mred",
    "\u202egnp",
    "\x00",
    "1. x",
    "- x",
    '"quoted", with comma',
]
texts = st.text(st.characters(codec="utf-8"), max_size=12) | st.text("|\\`*_[]()<>&#~!\n\r $.:/-+=w1", max_size=12)


def rendered(page):
    """What a reader sees of a page: its headings, list and cells; and that nothing else is on it."""
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(page)
    seen = []
    for token in tokens:
        if token.type == "inline":
            assert {child.type for child in token.children} <= {"text", "text_special"}, page
            seen.append("".join(child.content for child in token.children))
    return seen, [token.type for token in tokens if token.nesting >= 0]


PLAIN = rendered(to_markdown(*named("x")))[1]


def check_markdown(text):
    seen, structure = rendered(to_markdown(*named(text)))
    assert structure == PLAIN
    for told in seen[0], *(seen[place].partition(": ")[2] for place in (3, 4, 5)), seen[7]:
        assert told.split() == visible(text).split()


def check_csv(text):
    out = to_csv(named(text)[1])
    first = next(csv.DictReader(io.StringIO(out, newline="")))
    assert (first["table"], first["bot"], first["version"], first["flag"]) == (*[visible(text)] * 3, "won all")
    assert out.count("\n") == 3


def check_terminal(text):
    out = to_terminal(*named(text))
    assert out.count("\n") == to_terminal(*named("x")).count("\n")
    assert out.replace("\n", "").isprintable()


checks = pytest.mark.parametrize("check", [check_markdown, check_csv, check_terminal])


@checks
@pytest.mark.parametrize("text", NASTY)
def test_nasty_names_stay_text(check, text):
    check(text)


@checks
@given(text=texts.filter(str.strip))
def test_any_name_stays_text(check, text):
    check(text)


def test_names_of_games_stay_readable_in_markdown():
    assert "## royal_dilemma@invasion:players=2\n" in to_markdown(*named("royal_dilemma@invasion:players=2"))


def test_what_does_not_print_is_spelt_out():
    assert visible("a\tb\n\x1b[0m\u202e\udc80é") == "a\\tb\\n\\x1b[0m\\u202e\\udc80é"

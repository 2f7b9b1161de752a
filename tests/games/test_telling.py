"""Rules in words: every option that matters is told, and what is not told does not matter."""

import re
from functools import cache
from itertools import pairwise
from typing import Literal, get_args, get_origin

import msgspec
import pytest

from arena.chance import die
from arena.game import Edition
from arena.games import GAMES
from arena.games.royal_dilemma import GAME, _options
from arena.games.royal_dilemma.rules import EDITIONS, Rules
from arena.games.royal_dilemma.words import BATTLES, DOUBLED, GAPS, WORDS
from arena.telling import Sentence, changes

FIELDS = {field.name: field.type for field in msgspec.structs.fields(Rules)}
VALUES = {
    name: get_args(kind) if get_origin(kind) is Literal else (True, False)
    for name, kind in FIELDS.items()
    if get_origin(kind) is Literal or kind is bool
}
"""By option: all that it may be. The others are numbers."""

SELECTIONS = [
    game.select(edition.slug, players=players)
    for game in GAMES
    for edition in game.editions
    for option in edition.options
    if option.name == "players"
    for players in option.choices
]


def selection_of(rules, players=3, readings=()):
    game = msgspec.structs.replace(
        GAME, editions=(Edition("mine", _options(rules), rules, readings=dict(readings)),), default="mine"
    )
    return game.select(players=players)


@cache
def told(rules, players=3):
    """Return all sentences."""
    text = GAME.tell(selection_of(rules, players))
    return tuple(sentence.text for part in text for topic in part.topics for sentence in topic.sentences)


def played(rules, players=3, deals=2):
    """Return what happens in games in which seats choose at random."""
    events = []
    for deal in range(deals):
        state = selection_of(rules, players).start(bytes([deal]) * 16)
        rng = die(bytes([deal]) * 16)
        while not state.is_terminal():
            moves = state.legal_moves()
            events.append((state.current_player(), moves))
            state.apply(moves[rng.randrange(len(moves))])
        events.append((state.outcome(), state.returns()))
    return events


def others(rules):
    """Yield option, value and rules for every set of rules that differs from these by the value of one option."""
    for name, values in VALUES.items():
        for value in values:
            if value != getattr(rules, name):
                try:
                    yield name, value, msgspec.structs.replace(rules, **{name: value})
                except ValueError:
                    continue


def test_every_value_of_every_option_has_its_words_and_one_at_most_says_nothing():
    assert {name: set(words) for name, words in WORDS.items()} == {name: set(all_) for name, all_ in VALUES.items()}
    for words in WORDS.values():
        assert len(set(words.values())) == len(words)


def test_words_about_values_are_about_values_that_there_are():
    assert {*BATTLES, *DOUBLED} <= {*VALUES["attack"]}
    assert all(value in VALUES[name] for name, value in GAPS)


@pytest.mark.parametrize("slug", [slug for slug, row in EDITIONS.items() if row.after])
@pytest.mark.parametrize("players", [2, 4])
def test_an_edition_reads_otherwise_than_the_one_it_comes_after(slug, players):
    row = EDITIONS[slug]
    assert told(row.rules, players) != told(EDITIONS[row.after].rules, players)


@pytest.mark.parametrize("slug", EDITIONS)
@pytest.mark.parametrize("players", [2, 3])
def test_what_reads_alike_plays_alike(slug, players):
    rules = EDITIONS[slug].rules
    games = None
    for name, value, other in others(rules):
        if told(other, players) == told(rules, players):
            games = games or played(rules, players)
            assert played(other, players) == games, (name, value)


@pytest.mark.parametrize("name", ["hand", "in_play", "max_rounds"])
def test_numbers_are_told(name):
    for row in EDITIONS.values():
        count = getattr(row.rules, name)
        assert told(msgspec.structs.replace(row.rules, **{name: count + 1})) != told(row.rules)


@pytest.mark.parametrize("selection", SELECTIONS, ids=str)
def test_a_text_is_whole(selection):
    text = selection.game.tell(selection)
    titles = [part.title for part in text]
    assert len({*titles}) == len(titles)
    for part in text:
        names = [topic.name for topic in part.topics]
        assert names
        assert len({*names}) == len(names)
        for topic in part.topics:
            assert topic.sentences
            for sentence in topic.sentences:
                assert re.fullmatch(r"[A-Z\d][^{}]*[.]", sentence.text), sentence.text
                assert "  " not in sentence.text
                assert not re.search(r"[.\s]$|^[A-Z]", sentence.reading), sentence.reading


def readings(selection):
    text = selection.game.tell(selection)
    return [sentence.reading for part in text for topic in part.topics for sentence in topic.sentences]


@pytest.mark.parametrize("slug", EDITIONS)
def test_the_readings_of_an_edition_are_told(slug):
    row = EDITIONS[slug]
    shown = readings(GAME.select(slug))
    assert {*row.readings.values()} <= {*shown}
    assert bool(row.readings) >= (row.attested == "reading")
    assert not (row.readings and row.attested in ("full", "carried"))


def test_a_reading_stands_with_the_words_of_its_option():
    rules = EDITIONS["invasion"].rules
    text = GAME.tell(selection_of(rules, readings={"spoils": "so it seems"}.items()))
    sentences = [sentence for part in text for topic in part.topics for sentence in topic.sentences]
    assert Sentence(WORDS["spoils"]["all"], "so it seems") in sentences


def test_what_differs_is_told_in_the_order_of_play():
    texts = [GAME.tell(GAME.select(slug)) for slug in EDITIONS]
    for before, after in pairwise(texts):
        there = [topic.name for part in after for topic in part.topics]
        found = [change.topic for change in changes(before, after) if change.after]
        assert [name for name in there if name in found] == found

"""Rules told in words: sections of topics, each a few sentences; and what differs between two tellings.

A game makes its text from its options, so that it cannot say anything else than what is played.
"""

from collections.abc import Iterable, Sequence

import msgspec


class Sentence(msgspec.Struct, frozen=True):
    """One rule in words; `reading` says why it is so, where it is our choice that closes a gap."""

    text: str
    reading: str = ""


class Topic(msgspec.Struct, frozen=True):
    """What is said of one thing. A section has every name once."""

    name: str
    sentences: tuple[Sentence, ...]


class Section(msgspec.Struct, frozen=True):
    """A part of the rules, its topics in the order in which they come up. A text has every title once."""

    title: str
    topics: tuple[Topic, ...]


Text = tuple[Section, ...]
"""The rules of one way to play."""


class Change(msgspec.Struct, frozen=True):
    """A topic on which two tellings differ: the sentences that only one of them has."""

    section: str
    topic: str
    before: tuple[Sentence, ...]
    after: tuple[Sentence, ...]


def topic(name: str, *said: Sentence | str) -> Topic:
    """Make a topic of sentences; empty ones are left out."""
    sentences = [Sentence(each) if isinstance(each, str) else each for each in said]
    return Topic(name, tuple([sentence for sentence in sentences if sentence.text]))


def section(title: str, *topics: Topic) -> Section:
    """Make a section of the topics on which there is anything to say."""
    return Section(title, tuple([each for each in topics if each.sentences]))


def changes(before: Text, after: Text) -> tuple[Change, ...]:
    """Return what differs, in the order of play."""
    old, new = _by_name(before), _by_name(after)
    found = []
    for place in _woven(list(old), list(new)):
        mine, theirs = old.get(place, ()), new.get(place, ())
        said, says = {each.text for each in mine}, {each.text for each in theirs}
        if said != says:
            gone = tuple([each for each in mine if each.text not in says])
            come = tuple([each for each in theirs if each.text not in said])
            found.append(Change(*place, gone, come))
    return tuple(found)


Place = tuple[str, str]
"""The title of a section and the name of a topic."""


def _by_name(text: Text) -> dict[Place, tuple[Sentence, ...]]:
    """Return the sentences of each topic."""
    return {(part.title, each.name): each.sentences for part in text for each in part.topics}


def _woven(before: Sequence[Place], after: Iterable[Place]) -> list[Place]:
    """Return the places of both in an order that suits both: one that only `before` has follows its neighbour."""
    places = list(after)
    for number, place in enumerate(before):
        if place not in places:
            places.insert(places.index(before[number - 1]) + 1 if number else 0, place)
    return places

"""Every error that Arena raises on purpose.

::

    ArenaError                    the root: catch this to catch them all
    ├── UsageError                what the user gave is wrong; the CLI prints it and exits with status 2
    │   ├── ConfigError           a tournament file or its equivalent on the command line
    │   ├── SelectionError        a game, edition or option that does not exist or does not fit
    │   ├── EditionError          a table of editions that makes no sense
    │   ├── BotError              a bot that cannot be found, named or asked about itself
    │   ├── PluginError           a plugin that cannot be loaded or breaks the contract
    │   ├── StoreError            a results folder that cannot be used as it stands
    │   └── RecordError           a record that the rules do not bear out
    ├── IllegalMove               a move that the state does not allow; the state is unchanged
    ├── BotFault                  a bot broke the rules of taking part; carries the fault's kind
    └── EngineError               the engine itself failed; never charged to a bot
        └── BotChanged            a bot's file is no longer the one that was entered

The text of a `UsageError` is one sentence: what is wrong, where, and what would be right.
"""


class ArenaError(Exception):
    """The root of the tree."""


class UsageError(ArenaError):
    """What the user gave is wrong."""


class ConfigError(UsageError):
    """A tournament that cannot be read or makes no sense."""


class SelectionError(UsageError):
    """A game, edition or option that does not exist or does not fit."""


class EditionError(UsageError):
    """A table of editions that makes no sense."""


class BotError(UsageError):
    """A bot that cannot be found, named or asked about itself."""


class PluginError(UsageError):
    """A plugin that cannot be loaded or breaks the contract."""


class StoreError(UsageError):
    """A results folder that cannot be used as it stands."""


class RecordError(UsageError):
    """A record that the rules do not bear out."""


class IllegalMove(ArenaError):  # noqa: N818 (the field's word)
    """A move that the state does not allow; the state is unchanged."""


class BotFault(ArenaError):  # noqa: N818 (the field's word)
    """A bot broke the rules of taking part.

    `kind` is one of `arena.record.FAULT_KINDS`; `detail` is a fixed sentence that holds no figure, path or
    address, so that records of the same game stay equal byte for byte. `trace` is the bot's traceback, if it has
    one, for its author's eyes only.
    """

    def __init__(self, kind: str, detail: str, trace: str = "") -> None:
        """Keep all three."""
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.trace = trace


class EngineError(ArenaError):
    """The engine itself failed; never charged to a bot."""


class BotChanged(EngineError):  # noqa: N818 (what has happened)
    """A bot's file is no longer the one that was entered."""


def suggest(word: str, known: "list[str] | tuple[str, ...]") -> str:
    """Return `" (did you mean 'x'?)"` for the nearest known word, or an empty string."""
    from difflib import get_close_matches

    near = get_close_matches(word, known, n=1)
    return f" (did you mean {near[0]!r}?)" if near else ""

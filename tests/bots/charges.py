"""What the bad bots of this folder are charged with in a game of two sides: kind and detail, by file and class."""

from arena.match import ILLEGAL

ENDED = "ended without an answer"
NO_REPLY = "sent something that is no reply to what it was asked"
CPU = "used more CPU time than the limit"
WALL = "took longer than the wall limit"
TOO_MUCH = "held more memory than the limit"
HUNG_UP = "closed its channel"
FIRST = " before its first decision"

Charge = tuple[str, str]

ACT: dict[str, Charge] = {
    "bad.py:Raises": ("exception", "raised ValueError in act"),
    "bad.py:Exits": ("exception", "raised SystemExit in act"),
    "bad.py:Interrupts": ("exception", "raised KeyboardInterrupt in act"),
    "bad.py:Recurses": ("exception", "raised RecursionError in act"),
    "bad.py:RaisesTheUnspeakable": ("exception", "raised UnspeakableError in act"),
    **{
        f"bad.py:{name}": ("illegal", ILLEGAL)
        for name in (
            "Illegal",
            "OutOfTurn",
            "Nothing",
            "Index",
            "Truth",
            "NotANumber",
            "Huge",
            "Bytes",
            "Endless",
            "Deep",
            "PickleBomb",
            "Everything",
        )
    },
    **{
        f"dies.py:{name}": ("died", ENDED)
        for name in ("EndsWell", "EndsBadly", "Kills", "Segfaults", "Aborts", "Crashes", "BecomesAnother")
    },
    "dies.py:Stops": ("wall_timeout", WALL),
    **{
        f"hangs.py:{name}": ("cpu_timeout", CPU)
        for name in ("Loops", "CountsInC", "IgnoresSignals", "Threads", "JustOver", "Overdraws")
    },
    "hangs.py:Sleeps": ("wall_timeout", WALL),
    "hangs.py:Becomes": ("wall_timeout", WALL),
    **{
        f"talks.py:{name}": ("protocol", NO_REPLY)
        for name in (
            "Garbage",
            "Empty",
            "TwoGigabytes",
            "Long",
            "Nested",
            "Stale",
            "Extra",
            "Early",
            "WrongType",
            "NoType",
            "NoTexts",
            "TrueIndex",
            "NanIndex",
        )
    },
    "talks.py:Half": ("wall_timeout", WALL),
    "talks.py:HugeIndex": ("illegal", ILLEGAL),
    "talks.py:NegativeIndex": ("illegal", ILLEGAL),
    "talks.py:RaisesSomethingOdd": ("exception", "raised an exception with no proper name in act"),
    "talks.py:HangsUp": ("protocol", HUNG_UP),
}
"""Faults in a decision."""

HOGS: dict[str, Charge] = {
    "hogs.py:LeaksSlowly": ("memory", TOO_MUCH),
    "hogs.py:Clings": ("memory", TOO_MUCH),
    "hogs.py:Reserves": ("memory", "raised MemoryError in act"),
    "hogs.py:Forks": ("exception", "raised PermissionError in act"),
    "hogs.py:Daemon": ("exception", "raised PermissionError in act"),
    "hogs.py:Spawns": ("exception", "raised PermissionError in act"),
    "hogs.py:ForkBomb": ("cpu_timeout", CPU),
    "hogs.py:ThreadBomb": ("memory", "ran more threads than the limit"),
    "hogs.py:Writes": ("exception", "raised FileNotFoundError in act"),
    "hogs.py:OpensAll": ("exception", "raised OSError in act"),
}
"""Faults in a decision of bots that take more than their share; where the kernel's layers are, all of them."""

LEAKS = ("hogs.py:LeaksBig", "hogs.py:LeaksSmall")
"""Charged with `memory`: whether it is seen first by us or by the bot, as a MemoryError, depends on the machine."""

START: dict[str, Charge] = {
    "bad.py:RaisesAtStart": ("startup", "raised KeyError" + FIRST),
    "bad.py:PretendsToHaveChanged": ("startup", "raised BotChanged" + FIRST),
    "bad.py:Missing": ("startup", "raised BotError" + FIRST),
    "bad.py:Zero": ("startup", "raised BotError" + FIRST),
    "bad.py:os": ("startup", "raised BotError" + FIRST),
    "dies.py:DiesAtStart": ("startup", ENDED + FIRST),
    "hangs.py:HangsAtStart": ("startup", WALL + FIRST),
    "talks.py:SaysItHasChanged": ("startup", "raised BotChanged" + FIRST),
    "talks.py:HangsUpAtStart": ("startup", HUNG_UP + FIRST),
    "two.py": ("startup", "raised BotError" + FIRST),
    "unloadable.py": ("startup", "raised ImportError" + FIRST),
    "hangs_at_import.py": ("startup", CPU + FIRST),
    "exits_at_import.py": ("startup", ENDED + FIRST),
    "leaves_at_import.py": ("startup", "raised SystemExit" + FIRST),
}
"""Faults before the first decision."""

FINISH: dict[str, Charge] = {
    "bad.py:RaisesAtFinish": ("exception", "raised RuntimeError in finish"),
    "dies.py:DiesAtFinish": ("died", ENDED),
    "hangs.py:LoopsAtFinish": ("cpu_timeout", CPU),
}
"""Faults after the end, which change no rank."""

NONE = (
    "bad.py:Fair",
    "bad.py:Unordered",
    "bad.py:AlwaysEqual",
    "hangs.py:JustUnder",
    "hangs.py:Saves",
    "hogs.py:GoesOn",
    "hogs.py:Floods",
    "hogs.py:FillsTheDisk",
    "hogs.py:OpensAllAndGoesOn",
    "talks.py:Mute",
)
"""Bots that come near a fault, and must not be charged with any."""

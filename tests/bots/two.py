"""Two bots in one file: which one is meant must be said."""

from arena import Bot


class One(Bot):
    pass


class Two(Bot):
    pass

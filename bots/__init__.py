"""The bots that come with Arena: one file each, found through entry points like any stranger's."""

r"""Text of strangers, made safe to print: what doesn't print is spelt out, such as \n or \x1b."""


def visible(text: str) -> str:
    """Return the text on one line, with every character that doesn't print spelt out."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)


def printable(text: str) -> str:
    """Return the text with its lines kept, and every other character that doesn't print spelt out."""
    return "\n".join(map(visible, text.split("\n")))

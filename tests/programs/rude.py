"""A program that keeps to the protocol until its first decision, and then does what its argument says."""

import json
import os
import sys
import time


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def misbehave(manner: str, right: str) -> None:
    match manner:
        case "exit":
            sys.exit("I give up")
        case "hang up":
            os.close(0)
            os.close(1)
            time.sleep(1000)
        case "two lines":
            say(f"{right}\n{right}\n")
        case "two lines in one":
            say(f"{right} {right}\n")
        case "an empty line":
            say("\n")
        case "2 MB":
            say(f'{right[:-1]}, "more": "{"x" * 2**21}"}}\n')
        case "2 MB without an end":
            say("x" * 2**21)
        case "deep":
            say(f'{right[:-1]}, "more": {"[" * 100_000}{"]" * 100_000}}}\n')


def main(manner: str) -> None:
    for line in sys.stdin:
        request = json.loads(line)
        reply = {"type": "ready", "id": request["id"]}
        if request["type"] == "hello":
            reply["type"] = "about"
        if request["type"] == "act":
            misbehave(manner, json.dumps({"type": "move", "id": request["id"], "move": request["moves"][0]}))
        else:
            say(f"{json.dumps(reply)}\n")


main(sys.argv[1])

"""main.py LIBRARY TEXT...: adds each text to the list of the core @name@, and prints what it answers."""

import sys

import adit

path, *texts = sys.argv[1:]
library = adit.Library(path)
with library.open("@name@", on_message=print) as core:
    for text in texts:
        core.send({"entries": {"request": {"add": {"text": text}}}})
    core.process()

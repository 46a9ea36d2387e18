"""Writes the fixtures of a version: make.py FOLDER LIBRARY

FOLDER is new, and called after the version (its commit). Beside the files of each story (stories.py) is fixture.json: how they are
opened, and what that version itself finds in them.
"""

import json
import os
import sqlite3
import sys

import fixtures
import stories

adit = fixtures.adit


def make_first_format(path):
    """Makes of a closed store one of the first format, which has no checksums."""
    database = sqlite3.connect(path, isolation_level=None)
    tables = [name for (name,) in database.execute("SELECT name FROM part")]
    database.executescript(f"""
        BEGIN;
        ALTER TABLE member DROP COLUMN sum;
        ALTER TABLE journal DROP COLUMN sum;
        ALTER TABLE journal DROP COLUMN state;
        {"".join(f'ALTER TABLE "{name}" DROP COLUMN sum;' for name in tables)}
        DELETE FROM meta WHERE key IN ('id', 'state', 'closed', 'sum');
        UPDATE meta SET value = 1 WHERE key = 'format';
        COMMIT;""")
    database.close()


def write(library, story, folder):
    os.makedirs(folder)
    fixture = story.fixture()
    if isinstance(story, stories.Recording):
        config = {**fixture["config"], "record": os.path.join(folder, "x.recording")}
        fixtures.run(library, story.app, config, story.messages, story.ends)
    else:
        path = os.path.join(folder, "x.store")
        for session in story.sessions:
            config = fixtures.with_store(fixture["config"], path)
            fixtures.run(library, story.app, config, session.messages, session.ends)
        # SQLite makes the index of the log anew.
        if os.path.exists(path + "-shm"):
            os.remove(path + "-shm")
        if story.format == 1:
            make_first_format(path)
    fixture["found"] = fixtures.find(library, fixture, folder)
    with open(os.path.join(folder, "fixture.json"), "w") as file:
        json.dump(fixture, file, indent=1, ensure_ascii=False)
        file.write("\n")


def main():
    folder = os.path.abspath(sys.argv[1])
    library = adit.Library(sys.argv[2])
    for kind, of_kind in (("stores", stories.STORES), ("recordings", stories.RECORDINGS)):
        for story in of_kind:
            write(library, story, os.path.join(folder, kind, story.name))


main()

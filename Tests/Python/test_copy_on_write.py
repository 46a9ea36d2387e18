"""A store on a full disk whose file system writes each change to a new place (btrfs): the process goes on (Tests/promises.md, S65).

Mounts a file with btrfs in a namespace of its own, and is skipped (77) where that is not allowed, or mkfs.btrfs is not installed.
"""

import ctypes
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import unittest

INCREMENT = {"counter": {"request": {"increment": {"by": 1}}}}
SKIPPED = 77
CLONE_NEWNS = 0x20000


def fill(path):
    """Takes all room of the disk."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT)
    for size in (1 << 20, 1 << 16, 4096, 4096, 4096):
        try:
            while True:
                os.write(file, os.urandom(size))
        except OSError:
            os.sync()
    os.close(file)


class FullDiskTests(unittest.TestCase):
    def setUp(self):
        self.path = os.path.join(DISK, "x.store")
        self.ballast = os.path.join(DISK, "ballast")

    def tearDown(self):
        for name in os.listdir(DISK):
            os.remove(os.path.join(DISK, name))
        os.sync()

    def open(self):
        return hosting.Core("counter", {"store": {"path": self.path}})

    def value(self, core):
        return core.call({"@get": {"path": "/value"}})[-1]["@value"]["value"]

    def test_given_a_full_disk_when_batches_come_then_they_are_refused_and_the_process_goes_on(self):
        with self.open() as core:
            written = 0
            for _ in range(20):
                core.call(INCREMENT)
                written += 1
            os.sync()
            # GIVEN
            fill(self.ballast)
            # WHEN
            refused = 0
            for _ in range(60):
                (answer, *_) = core.call(INCREMENT)
                refused += "@error" in answer
                written += "@error" not in answer
                os.sync()
            # THEN
            self.assertGreater(refused, 0)
            os.remove(self.ballast)
            os.sync()
            core.call(INCREMENT)
            self.assertEqual(self.value(core), written + 1)
        with self.open() as core:
            self.assertEqual(self.value(core), written + 1)
        self.assertEqual(os.listdir(DISK), ["x.store"])

    def test_given_a_killed_store_when_the_disk_is_full_then_opening_it_is_refused_or_not_and_nothing_is_lost(self):
        # GIVEN
        pid = os.fork()
        if pid == 0:
            core = self.open()
            for _ in range(20):
                core.call(INCREMENT)
            os.kill(os.getpid(), signal.SIGKILL)
        os.waitpid(pid, 0)
        fill(self.ballast)
        # WHEN
        try:
            with self.open() as core:
                self.assertEqual(self.value(core), 20)
        except hosting.adit.Error as error:
            self.assertIn("the disk is full", str(error).replace("No space left on device", "the disk is full"))
        os.remove(self.ballast)
        # THEN
        with self.open() as core:
            self.assertEqual(self.value(core), 20)

    def test_given_an_open_store_when_others_open_it_then_they_find_it_locked(self):
        with self.open() as core:
            core.call(INCREMENT)
            self.assertNotIn("x.store-shm", os.listdir(DISK))
            read = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('SELECT value FROM member').fetchall()"
            others = subprocess.run([sys.executable, "-c", read, self.path], capture_output=True, text=True)
            self.assertIn("database is locked", others.stderr)
            # Another SQLite in this process, which takes away the locks of the process when it closes the file.
            database = sqlite3.connect(self.path, timeout=0)
            self.assertRaises(sqlite3.OperationalError, database.execute, "SELECT value FROM member")
            database.close()
            others = subprocess.run([sys.executable, "-c", read, self.path], capture_output=True, text=True)
            self.assertIn("database is locked", others.stderr)
            core.call(INCREMENT)
            self.assertEqual(self.value(core), 2)
            # A paused core has no lock.
            core.send({"@pause": {}})
            self.assertIn("@paused", core.receive(10))
            others = subprocess.run([sys.executable, "-c", read, self.path], capture_output=True, text=True)
            self.assertEqual(others.stderr, "")
            core.send({"@resume": {}})
            self.assertIn("@resumed", core.receive(10))
        # GIVEN a reader
        script = f"{read}; print(flush=True); input()".replace("sqlite3.connect(", "c = sqlite3.connect(").replace(
            ").execute", "); c.execute")
        with subprocess.Popen([sys.executable, "-c", script, self.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as reader:
            reader.stdout.readline()
            # WHEN, THEN
            with self.assertRaises(hosting.adit.LockedError) as caught:
                self.open()
            self.assertEqual(
                str(caught.exception).removeprefix("ELOCKED: "),
                f"{self.path} is open in another process, as a database; on this file system, which copies on write, a store is "
                "open in one process at a time")
            reader.communicate(b"\n")
        with self.open() as core:
            self.assertEqual(self.value(core), 2)


def mount():
    """Mounts a disk in a namespace of this process; None if that is not allowed."""
    program = shutil.which("mkfs.btrfs", path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
    if program is None:
        return None
    base = tempfile.mkdtemp()
    image, disk = os.path.join(base, "image"), os.path.join(base, "disk")
    os.mkdir(disk)
    with open(image, "wb") as file:
        file.truncate(120 << 20)
    try:
        if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNS) != 0:
            raise OSError(ctypes.get_errno(), "unshare")
        subprocess.run([program, "-q", "-M", image], check=True, capture_output=True)
        subprocess.run(["mount", "--make-rprivate", "/"], check=True, capture_output=True)
        subprocess.run(["mount", "-o", "loop", image, disk], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        shutil.rmtree(base)
        return None
    return base, disk


if __name__ == "__main__":
    mounted = mount()
    if mounted is None:
        sys.exit(SKIPPED)
    import hosting  # noqa: E402

    DISK = mounted[1]
    try:
        unittest.main(verbosity=0)
    finally:
        subprocess.run(["umount", "-l", DISK], check=False)
        shutil.rmtree(mounted[0], ignore_errors=True)

"""What the tests of adit serve have in common: the server as a child process, and clients of it.

The environment names the program adit (ADIT_SERVE) and the libraries (ADIT_CORES, ADIT_SHOWCASE, ADIT_TRAPS).
"""

import errno
import json
import os
import pathlib
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
SERVE = os.environ.get("ADIT_SERVE", str(ROOT / "build/tools/adit"))
COMMAND = [SERVE, "serve"]
CORES = os.environ.get("ADIT_CORES", str(ROOT / "build/lib/libadit_cores.so"))
SHOWCASE = os.environ.get("ADIT_SHOWCASE", str(ROOT / "build/lib/libadit_showcase.so"))
TRAPS = os.environ.get("ADIT_TRAPS", str(ROOT / "build/lib/libadit_traps.so"))

# After so many seconds without a line, a test fails.
PATIENCE = int(os.environ.get("ADIT_PATIENCE", 60))


class NoLine(Exception):
    pass


def is_readable(descriptor, seconds):
    """Waits for input. select() takes no descriptor above 1023."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(seconds * 1000))


class Lines:
    """Both directions of a connection: lines of JSON."""

    def __init__(self, read, write):
        self.read_fd, self.write_fd, self.rest = read, write, b""
        self.waiting = []

    def write(self, data):
        while data:
            data = data[os.write(self.write_fd, data):]

    def send(self, *messages):
        self.write(b"".join(json.dumps(message).encode() + b"\n" for message in messages))

    def raw_line(self):
        """The next line; None at the end."""
        while b"\n" not in self.rest:
            if not is_readable(self.read_fd, PATIENCE):
                raise NoLine("no line came in time")
            try:
                piece = os.read(self.read_fd, 1 << 20)
            except ConnectionResetError:
                piece = b""
            if not piece:
                if self.rest:
                    raise NoLine(f"the last line is not complete: {self.rest[:200]!r}")
                return None
            self.rest += piece
        line, self.rest = self.rest.split(b"\n", 1)
        return line

    def next(self):
        """The next message."""
        if self.waiting:
            return self.waiting.pop(0)
        line = self.raw_line()
        return None if line is None else json.loads(line)

    def until(self, key):
        """The first message with a key; the others before it wait."""
        for index, message in enumerate(self.waiting):
            if key in message:
                return self.waiting.pop(index)
        while (line := self.raw_line()) is not None:
            message = json.loads(line)
            if key in message:
                return message
            self.waiting.append(message)
        raise NoLine(f"the end came before {key}; there were {self.waiting}")

    def ask(self, message):
        self.send(message)
        return self.next()

    def sync(self, core):
        """The messages up to where everything has been handled that was sent to a core."""
        self.send({"@sync": {"core": core}})
        messages = []
        while "@synced" not in (message := self.next()):
            messages.append(message)
        return messages

    def rest_of_messages(self):
        messages = self.waiting
        self.waiting = []
        while (line := self.raw_line()) is not None:
            messages.append(json.loads(line))
        return messages


def children_of(pid):
    return [int(child) for child in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def peak_memory(pid):
    """Kilobytes of the most memory that a process has had."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0])


def worker_of(pid, former=None):
    """Waits for a child of a server that has just begun: it runs its program."""
    while True:
        for child in children_of(pid):
            if child != former and b"--worker" in pathlib.Path(f"/proc/{child}/cmdline").read_bytes():
                return child


class Stdio(Lines):
    """A server whose parent this is."""

    def __init__(self, *libraries, options=()):
        self.errors_file = tempfile.TemporaryFile()
        self.process = subprocess.Popen([*COMMAND, *(libraries or [CORES]), "--stdio", *map(str, options)],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors_file)
        super().__init__(self.process.stdout.fileno(), self.process.stdin.fileno())
        self.ready = self.next()["@ready"]

    def open(self, name, app, config=None):
        answer = self.ask({"@open": {"core": name, "app": app, **({} if config is None else {"config": config})}, "@id": "open"})
        assert answer == {"@opened": {"core": name, "app": app}, "@id": "open"}, answer

    def child(self):
        return children_of(self.process.pid)[0]

    def close_input(self):
        self.process.stdin.close()

    def end(self):
        """Closes the input; the messages that are left, and the exit code."""
        if not self.process.stdin.closed:
            self.process.stdin.close()
        messages = self.rest_of_messages()
        return messages, self.wait()

    def wait(self):
        code = self.process.wait(PATIENCE)
        self.errors_file.seek(0)
        self.errors = self.errors_file.read().decode()
        self.process.stdout.close()
        return code

    def destroy(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.errors_file):
            if not stream.closed:
                try:
                    stream.close()
                except BrokenPipeError:
                    pass


class Client(Lines):
    """A client of a socket."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        super().__init__(self.socket.fileno(), self.socket.fileno())
        self.ready = self.next()["@ready"]

    def end_input(self):
        self.socket.shutdown(socket.SHUT_WR)

    def close(self):
        self.socket.close()


class Unix:
    """A server at a socket."""

    def __init__(self, folder, *options, libraries=(CORES,), prefix=()):
        self.path = os.path.join(folder, "socket")
        self.process = subprocess.Popen([*prefix, *COMMAND, *libraries, "--unix", self.path, *map(str, options)],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.clients = []
        line = self.process.stdout.readline().decode()
        assert line == f"{self.path}: ready\n", (line, self.process.stderr.read())

    def client(self):
        self.clients.append(Client(self.path))
        return self.clients[-1]

    def child(self):
        return children_of(self.process.pid)[0]

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def destroy(self):
        for client in self.clients:
            client.close()
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()


def remove_folder(folder):
    """Removes a folder. The child of a server that was killed may still be closing its stores, and removes files itself."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return shutil.rmtree(folder)
        except OSError as error:
            if error.errno not in (errno.ENOENT, errno.ENOTEMPTY) or time.monotonic() > deadline:
                raise
            if not os.path.exists(folder):
                return
            time.sleep(0.02)


class Test(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(remove_folder, self.folder)

    def stdio(self, *libraries, options=()):
        server = Stdio(*libraries, options=options)
        self.addCleanup(server.destroy)
        return server

    def unix(self, *options, libraries=(CORES,)):
        server = Unix(self.folder, *options, libraries=libraries)
        self.addCleanup(server.destroy)
        return server

    def config(self, name, config):
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            json.dump(config, file)
        return path

    def refused(self, message, code, words="", **beside):
        """It is a refusal with a code, a part of its text, and exactly that beside it."""
        self.assertIn("@refused", message)
        refusal = message["@refused"]
        self.assertEqual(refusal["code"], code, message)
        self.assertIn(words, refusal["message"])
        found = {key: value for key, value in message.items() if key != "@refused"}
        if "offset" in refusal:
            found["offset"] = refusal["offset"]
        self.assertEqual(found, beside, message)


def increment(by=1, **beside):
    return {"counter": {"request": {"increment": {"by": by}}}, **beside}


def incremented(to, **beside):
    return {"counter": {"response": {"wasIncremented": {"to": to}}}, **beside}


def add(text, **beside):
    return {"todo": {"request": {"add": {"item": {"text": text}}}}, **beside}


def main():
    unittest.main(argv=[sys.argv[0], *sys.argv[1:]])

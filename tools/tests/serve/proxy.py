"""A way to the database of a test that can be cut: a port that passes on what it is sent, as long as it is open."""

import re
import select
import socket
import threading


class Proxy:
    def __init__(self, database):
        folder = re.search(r"host=(\S+)", database)[1]
        self.target = f"{folder}/.s.PGSQL.5432"
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = re.sub(r"host=\S+", f"host=127.0.0.1 port={self.listener.getsockname()[1]}", database)
        # While it is cut, nothing is passed on in the directions that are, and new connections wait.
        self.sends, self.answers = threading.Event(), threading.Event()
        self.restore()
        self.pairs = []
        threading.Thread(target=self.accept, daemon=True).start()

    def cut(self, sends=True, answers=True):
        if sends:
            self.sends.clear()
        if answers:
            self.answers.clear()

    def restore(self):
        self.sends.set()
        self.answers.set()

    def reset(self):
        """Ends the connections that there are."""
        for pair in self.pairs:
            for end in pair:
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
        self.pairs = []

    def accept(self):
        while True:
            try:
                near = self.listener.accept()[0]
            except OSError:
                return
            threading.Thread(target=self.connect, args=(near,), daemon=True).start()

    def connect(self, near):
        self.sends.wait()
        far = socket.socket(socket.AF_UNIX)
        try:
            far.connect(self.target)
        except OSError:
            near.close()
            return
        self.pairs.append((near, far))
        threading.Thread(target=self.copy, args=(far, near, self.answers), daemon=True).start()
        self.copy(near, far, self.sends)

    @staticmethod
    def copy(source, target, is_open):
        try:
            while data := source.recv(1 << 16):
                is_open.wait()
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def end(self):
        self.listener.close()
        self.restore()
        self.reset()

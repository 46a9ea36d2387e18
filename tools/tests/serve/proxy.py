"""A way to the database of a test that can be cut: a port for each of its servers, which passes on what it is sent."""

import socket
import threading


class Proxy:
    def __init__(self, database):
        # While it is cut, nothing is passed on in the directions that are, and new connections wait.
        self.sends, self.answers = threading.Event(), threading.Event()
        self.restore()
        self.pairs, self.listeners, self.ports = [], {}, {}
        for server in database.servers:
            self.open(server)
        ports = ",".join(str(self.ports[server]) for server in database.servers)
        hosts = ",".join("127.0.0.1" for _ in database.servers)
        self.address = f"host={hosts} port={ports} user=adit dbname=postgres target_session_attrs=read-write"

    def open(self, server):
        listener = socket.create_server(("127.0.0.1", self.ports.get(server, 0)))
        self.listeners[server], self.ports[server] = listener, listener.getsockname()[1]
        threading.Thread(target=self.accept, args=(listener, f"{server.folder}/.s.PGSQL.5432"), daemon=True).start()

    def refuse(self, server):
        """Refuses connections to a server, as its machine does when it is gone."""
        listener = self.listeners.pop(server)
        # Wakes the thread that accepts, which would keep the port open.
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()

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
        self.pairs.clear()

    def accept(self, listener, target):
        while True:
            try:
                near = listener.accept()[0]
            except OSError:
                return
            threading.Thread(target=self.connect, args=(near, target), daemon=True).start()

    def connect(self, near, target):
        self.sends.wait()
        far = socket.socket(socket.AF_UNIX)
        try:
            far.connect(target)
        except OSError:
            near.close()
            return
        self.pairs.append((near, far))
        answers = threading.Thread(target=self.copy, args=(far, near, self.answers), daemon=True)
        answers.start()
        self.copy(near, far, self.sends)
        answers.join()
        near.close()
        far.close()

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
        for server in list(self.listeners):
            self.refuse(server)
        self.restore()
        self.reset()

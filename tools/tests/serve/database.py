"""The PostgreSQL of a test, which Tests/Postgres/with-cluster.sh has started, and a synchronous standby of it."""

import glob
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

PROGRAMS = pathlib.Path(sorted(glob.glob("/usr/lib/postgresql/*/bin/pg_ctl"))[-1]).parent


def run(program, *words):
    """Runs a program of PostgreSQL as the owner of the servers."""
    owner = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
    subprocess.run([*owner, PROGRAMS / program, *words], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   cwd="/tmp")


class Server:
    """One server: its data, and the folder of its socket."""

    def __init__(self, folder, data):
        self.folder, self.data = pathlib.Path(folder), pathlib.Path(data)

    @property
    def address(self):
        return f"host={self.folder} user=adit dbname=postgres"

    def control(self, *words):
        run("pg_ctl", "-D", self.data, "-w", *words)

    def start(self):
        self.control("-l", "/dev/null", "-o", f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' "
                     "-c fsync=on -c max_connections=50", "start")

    def stop(self):
        self.control("-m", "immediate", "stop")

    def is_running(self):
        return subprocess.run([PROGRAMS / "pg_isready", "-q", "-d", self.address]).returncode == 0

    def kill(self):
        """As if its machine were gone."""
        main = int((self.data / "postmaster.pid").read_text().split("\n")[0])
        processes = [main, *map(int, pathlib.Path(f"/proc/{main}/task/{main}/children").read_text().split())]
        for process in processes:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        while any(os.path.exists(f"/proc/{process}") for process in processes):
            time.sleep(0.005)
        # Another machine would not find it running either.
        (self.data / "postmaster.pid").unlink()

    def sql(self, *statements):
        """The lines that psql prints for statements, each in a transaction of its own."""
        words = [word for statement in statements for word in ("-c", statement)]
        return subprocess.run(["psql", "-X", "-A", "-t", self.address, *words], check=True, capture_output=True,
                              text=True).stdout.split("\n")[:-1]


class Database:
    def __init__(self, address):
        self.folder = pathlib.Path(re.search(r"host=(\S+)", address)[1])
        self.primary, self.standby = Server(self.folder, self.folder / "data"), None

    @property
    def servers(self):
        """In an order that stays."""
        return sorted(filter(None, [self.primary, self.standby]), key=lambda server: server.folder)

    @property
    def address(self):
        hosts = ",".join(str(server.folder) for server in self.servers)
        return f"host={hosts} user=adit dbname=postgres target_session_attrs=read-write"

    def sql(self, *statements):
        return self.primary.sql(*statements)

    def add_standby(self):
        """Commits wait for it from then on."""
        folder = self.folder / "second"
        folder.mkdir()
        shutil.chown(folder, self.folder.owner())
        self.attach(Server(folder, folder / "data"))

    def attach(self, server):
        run("pg_basebackup", "-D", server.data, "-h", self.primary.folder, "-U", "adit", "-R", "-X", "stream", "-c", "fast")
        server.start()
        self.standby = server
        self.primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")
        while self.primary.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") != ["1"]:
            time.sleep(0.01)

    def fail_over(self, when_lost):
        """The primary is lost, and the standby takes its place. Returns the server that was lost."""
        lost = self.primary
        lost.kill()
        when_lost(lost)
        self.standby.control("promote")
        self.primary, self.standby = self.standby, None
        return lost

    def rebuild(self, lost):
        """Makes a standby of a server that was lost."""
        shutil.rmtree(lost.data)
        self.attach(lost)

    # A full disk.

    @property
    def has_own_disk(self):
        return os.path.ismount(self.folder.parent)

    def fill_disk(self):
        with open(self.folder / "ballast", "wb", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(bytes(1 << 16))
            except OSError:
                pass

    def free_disk(self):
        """It starts again if it has ended."""
        (self.folder / "ballast").unlink()
        for server in self.servers:
            end = time.monotonic() + 10
            while not server.is_running() and time.monotonic() < end:
                if not (server.data / "postmaster.pid").exists():
                    server.start()
                time.sleep(0.05)

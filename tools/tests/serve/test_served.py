"""libadit_served.so, from a host in another language: what is served, crashes, and the ends of either side.

ADIT_SERVED_LIBRARY names the library. The scenarios and the tests in C (Tests/C) show the rest.
"""

import ctypes
import json
import os
import pathlib
import select
import shutil
import signal
import subprocess
import sys
import textwrap

import peer
from peer import increment, incremented

SERVED = os.environ.get("ADIT_SERVED_LIBRARY", str(peer.ROOT / "build/lib/libadit_served.so"))
OK, EAPP, ECORE, ETIMEDOUT, ECLOSED, ECRASHED, EBUSY = 0, -3, -5, -12, -20, -23, -6

Callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint64, ctypes.POINTER(ctypes.c_char), ctypes.c_size_t)


class Error(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int32), ("offset", ctypes.c_uint32), ("text", ctypes.c_char * 248)]


class Library:
    def __init__(self, path):
        self.functions = ctypes.CDLL(path)
        self.error = Error()
        for name in ("send", "process", "close", "fd", "receive", "call"):
            getattr(self.functions, f"adit_{name}").argtypes = {
                "send": [ctypes.c_uint64, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p],
                "process": [ctypes.c_uint64, ctypes.c_int32], "close": [ctypes.c_uint64, ctypes.c_int32],
                "fd": [ctypes.c_uint64],
                "receive": [ctypes.c_uint64, ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p],
                "call": [ctypes.c_uint64, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p,
                         ctypes.c_void_p]}[name]

    def serve(self, target):
        return self.functions.adit_served(target.encode(), ctypes.byref(self.error))

    def text(self):
        return self.error.text.decode()

    def open(self, app, pull=False, **config):
        core = Core(self, pull)
        text = json.dumps(config).encode()
        core.code = self.functions.adit_open(1, app.encode(), text, ctypes.c_size_t(len(text)), core.callback, None, None,
                                             ctypes.byref(core.id), ctypes.byref(self.error))
        return core


class Core:
    def __init__(self, library, pull):
        self.library, self.heard, self.id = library, [], ctypes.c_uint64()
        self.callback = None if pull else Callback(lambda _, core, text, length: self.heard.append(json.loads(text[:length])))

    def __getattr__(self, name):
        return lambda *arguments: getattr(self.library.functions, f"adit_{name}")(self.id, *arguments)

    def say(self, message):
        text = message if isinstance(message, bytes) else json.dumps(message).encode()
        return self.send(text, len(text), ctypes.byref(self.library.error))

    def until(self, key):
        """Drives until a message with a key has come; the messages from the last time on."""
        while not any(key in message for message in self.heard):
            assert select.select([self.fd()], [], [], peer.PATIENCE)[0], f"no {key}; {self.heard}"
            assert self.process(0) >= 0
        heard, self.heard = self.heard, []
        return heard


def host(script, *arguments, errors=subprocess.DEVNULL, **environment):
    """Another process that runs a script with these classes."""
    script = "import sys, os; sys.path.insert(0, os.path.dirname(sys.argv[1])); from test_served import *\n" + textwrap.dedent(script)
    return subprocess.Popen([sys.executable, "-c", script, __file__, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            stderr=errors, env={**os.environ, "ADIT_SERVE": peer.SERVE, **environment}, text=True)


def processes(argument):
    """The processes of adit serve that have an argument: the server, and the child of a library."""
    found = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            arguments = (folder / "cmdline").read_bytes().decode().split("\0")
        except OSError:
            continue
        if argument in arguments and arguments[:2] == ["adit", "serve"]:
            found["child" if "--worker" in arguments else "server"] = int(folder.name)
    return found


class Served(peer.Test):
    """Each test has a copy of the library of its own: what it serves is said once."""

    def library(self, name="libadit_served.so", serves=peer.TRAPS):
        os.environ["ADIT_SERVE"] = peer.SERVE
        path = os.path.join(self.folder, name)
        shutil.copy(SERVED, path)
        library = Library(path)
        if serves:
            self.assertEqual(library.serve(serves), OK)
        return library


    def program(self, before, options=""):
        """The program as a script, which says something before, and adds options."""
        path = pathlib.Path(self.folder, "program")
        path.write_text(f'#!/bin/sh\n{before}\nexec "{peer.SERVE}" "$@" {options}\n')
        path.chmod(0o755)
        return str(path)


class Targets(Served):
    def test_given_a_copy_named_for_a_library_when_opened_then_that_is_served(self):
        os.symlink(peer.CORES, os.path.join(self.folder, "libadit_cores.so"))
        core = self.library("libadit_cores-served.so", serves=None).open("counter")
        self.assertEqual(core.say(increment(2)), OK)
        self.assertEqual((core.process(0), core.heard), (1, [incremented(2)]))
        self.assertEqual(core.close(0), OK)
        self.assertEqual(core.heard[-1], {"@closed": {}})
        self.assertEqual(core.process(0), ECORE)

    def test_given_nothing_that_says_what_is_served_when_opened_then_it_is_told(self):
        library = self.library(serves=None)
        self.assertEqual(library.open("counter").code, EAPP)
        self.assertIn("nothing says what is served", library.text())

    def test_given_a_library_that_is_not_there_or_none_when_opened_then_it_is_told(self):
        library = self.library(serves="/nowhere/libadit_no.so")
        self.assertEqual(library.open("counter").code, EAPP)
        self.assertIn("/nowhere/libadit_no.so: No such file", library.text())
        pathlib.Path(self.folder, "text.so").write_text("no library")
        second = self.library("second.so", serves=os.path.join(self.folder, "text.so"))
        self.assertEqual(second.open("counter").code, ECRASHED)
        # It may end before or after the connection is made.
        self.assertRegex(second.text(), "has ended (before it was ready|at once)")

    def test_given_nothing_to_serve_when_a_catalog_is_asked_for_then_standard_error_says_why(self):
        script = """
            library = Library(sys.argv[2]); assert library.serve("/nowhere/libadit_no.so") == 0
            print(library.functions.adit_catalog(None, ctypes.byref(ctypes.c_char_p()), None))
        """
        asking = host(script, SERVED, errors=subprocess.PIPE)
        output, errors = asking.communicate()
        self.assertEqual(output, f"{EAPP}\n")
        self.assertIn("libadit_served.so: /nowhere/libadit_no.so: No such file", errors)

    def test_given_a_program_that_adds_options_when_opened_then_they_hold(self):
        library = self.library()
        os.environ["ADIT_SERVE"] = self.program("", "--restarts 0")
        core = library.open("traps")
        self.assertEqual(core.say({"trap": "index"}), OK)
        crashed, gone = core.until("@gone")
        self.assertEqual((crashed["@crashed"]["again"], gone["@gone"]["code"]), (False, "ecrashed"))
        self.assertEqual(core.close(0), OK)

    def test_given_a_server_when_it_is_started_then_a_key_of_the_terminal_is_not_for_it(self):
        path = os.path.join(self.folder, "libadit_cores.so")
        os.symlink(peer.CORES, path)
        core = self.library(serves=path).open("counter")
        for pid in processes(path).values():
            self.assertNotEqual(os.getsid(pid), os.getsid(0))
        self.assertEqual(sorted(processes(path)), ["child", "server"])
        self.assertEqual(core.close(0), OK)

    def test_given_no_program_when_opened_then_it_is_told(self):
        library = self.library(serves=peer.CORES)
        os.environ["ADIT_SERVE"] = "/nowhere/adit"
        self.assertEqual(library.open("counter").code, ECRASHED)
        self.assertIn("/nowhere/adit: No such file", library.text())

    def test_given_two_libraries_when_opened_then_each_has_its_process(self):
        library = self.library(serves=f"{peer.TRAPS}:{peer.CORES}")
        trap, counter = library.open("traps"), library.open("counter")
        self.assertEqual(trap.say({"trap": "overflow"}), OK)
        trap.until("@reopened")
        self.assertEqual(counter.say(increment()), OK)
        self.assertEqual(counter.process(0), 1)
        self.assertEqual(library.serve(peer.CORES), EBUSY)
        self.assertEqual(library.open("nothing").code, EAPP)

    def test_given_a_socket_when_opened_then_the_cores_of_hosts_are_apart(self):
        server = self.unix("--trust")
        library = self.library(serves="unix:" + server.path)
        first, second = library.open("counter"), library.open("counter")
        for core in (first, second):
            self.assertEqual(core.say(increment(1)), OK)
            self.assertEqual((core.process(0), core.heard), (1, [incremented(1)]))
        client = server.client()
        self.assertEqual(client.ready["cores"], {})
        self.assertEqual(first.close(0), OK)
        self.assertEqual(second.close(0), OK)

    def test_given_a_line_over_the_limit_of_the_server_when_sent_then_it_is_esize(self):
        core = self.library(serves="unix:" + self.unix("--trust", "--line", 10000).path).open("counter")
        self.assertEqual(core.say(b" " * 20000 + b"{}"), -10)
        self.assertIn("--line", core.library.text())
        self.assertEqual(core.say(increment()), OK)
        self.assertEqual((core.process(0), core.close(0), core.heard), (1, OK, [incremented(1), {"@closed": {}}]))

    def test_given_a_message_of_many_megabytes_when_sent_then_it_makes_the_round_trip(self):
        core = self.library(serves=peer.CORES).open("todo", limits={"message": 64 << 20})
        text = "x" * (30 << 20)
        self.assertEqual(core.say(peer.add(text)), OK)
        self.assertEqual(core.process(0), 2)
        self.assertEqual(core.heard[0]["todo"]["response"]["wasAdded"]["text"], text)
        self.assertEqual(core.close(0), OK)

    def test_given_a_socket_without_trust_when_opened_then_it_is_told(self):
        library = self.library(serves="unix:" + self.unix().path)
        self.assertEqual(library.open("counter").code, -22)
        self.assertIn("--trust", library.text())


    def test_given_as_many_cores_as_the_system_allows_when_one_more_is_opened_then_it_is_told(self):
        program = self.program('ulimit -n 100')
        script = """
            library = Library(sys.argv[2]); assert library.serve(sys.argv[3]) == 0
            cores = [library.open("counter")]
            while cores[-1].code == 0: cores.append(library.open("counter"))
            print(len(cores) > 50, cores[-1].code, library.text(), [core.close(0) for core in cores[:-1]].count(0) == len(cores) - 1)
        """
        output, _ = host(script, SERVED, peer.CORES, ADIT_SERVE=program).communicate()
        self.assertRegex(output, "^True -23 .* as many cores as .* True\n$")


class Ends(Served):
    SCRIPT = """
        library = Library(sys.argv[2]); assert library.serve(sys.argv[3]) == 0
        core = library.open("todo", store={"path": sys.argv[4]}); assert core.code == 0, library.text()
        print("open", flush=True); sys.stdin.read()
    """

    def test_given_a_host_that_is_killed_when_its_store_is_opened_then_it_is_free(self):
        path = os.path.join(self.folder, "todo.store")
        killed = host(self.SCRIPT, SERVED, peer.CORES, path)
        self.assertEqual(killed.stdout.readline(), "open\n")
        library = self.library(serves=peer.CORES)
        self.assertEqual(library.open("todo", store={"path": path}).code, -14)
        killed.send_signal(signal.SIGKILL)
        killed.communicate()
        while (core := library.open("todo", store={"path": path})).code == -14:
            pass  # the server closes the core once it sees the end
        self.assertEqual((core.code, core.close(-1)), (OK, OK))

    def test_given_texts_of_any_bytes_when_sent_then_they_are_refused_as_in_process(self):
        here = Library(peer.CORES).open("counter")
        core = self.library(serves=peer.CORES).open("counter")
        for text in (b"", b"nonsense", b"[1]", b"{", b"}", b'{"a":"\n"}', b'{"a":1}}\n{"@core":"x"}', b"\x00", b'{"counter":\xff}',
                     b'{"counter":{"request":{"increment":{"by":1}}},"@core":"x"}', b'{"@close":{}}{"@close":{}}',
                     b'{"counter":{"request":{"increment":{"by":\r\n"x"}}}}'):
            with self.subTest(text):
                found, expected = core.say(text), here.say(text)
                self.assertLess(expected, OK)
                # A line feed is sent as a carriage return.
                said = core.library.text().replace("control character 13", "control character 10")
                self.assertEqual((found, core.library.error.offset, said),
                                 (expected, here.library.error.offset, here.library.text()))
        self.assertEqual(core.say(b'\n{"counter":\n{"request":{"increment":{"by":3}}}}\n'), OK)
        self.assertEqual((core.process(0), core.heard), (1, [incremented(3)]))
        self.assertEqual((core.close(0), here.close(0)), (OK, OK))

    def test_given_catalogs_when_asked_for_then_they_are_those_in_process(self):
        texts = []
        for library in (Library(peer.CORES), self.library(serves=peer.CORES)):
            for app in (None, b"counter", b"todo", b"no\xffne"):
                out, length = ctypes.c_char_p(), ctypes.c_size_t()
                code = library.functions.adit_catalog(app, ctypes.byref(out), ctypes.byref(length))
                texts.append((code, out.value, length.value))
        self.assertEqual(texts[:4], texts[4:])
        self.assertEqual([code for code, _, _ in texts[:4]], [OK, OK, OK, EAPP])


if __name__ == "__main__":
    peer.main()

"""libadit_served.so when the processes behind it crash, hang or end: the host goes on."""

import ctypes
import json
import os
import signal
import threading

import peer
from peer import increment, incremented
from test_served import ECLOSED, ECRASHED, ETIMEDOUT, OK, Served, processes


class Crashes(Served):
    def test_given_an_app_that_traps_when_it_does_then_the_host_goes_on(self):
        library = self.library()
        core = library.open("traps")
        self.assertEqual(core.say({"count": {}, "@id": 1}), OK)
        self.assertEqual(core.process(0), 1)
        self.assertEqual(core.say(b'{"count":{},"\\u0040id":"behind"}'), OK)
        self.assertEqual(core.say({"trap": "overflow", "@id": 2}), OK)
        heard = core.until("@reopened")
        crashed = [message["@error"]["code"] for message in heard if "@error" in message]
        self.assertEqual(crashed, ["ecrashed", "ecrashed"])
        self.assertEqual([message["@id"] for message in heard if "@error" in message], ["behind", 2])
        crash, = (message["@crashed"] for message in heard if "@crashed" in message)
        self.assertTrue(crash["again"])
        self.assertIn(crash["signal"], ("SIGILL", "SIGTRAP"))
        self.assertEqual(core.say({"count": {}}), OK)
        self.assertEqual(core.until("wasCounted"), [{"wasCounted": {"to": 1}}])
        self.assertEqual(core.close(0), OK)

    def test_given_no_store_when_an_answer_to_a_request_of_before_the_crash_comes_then_it_is_not_taken_for_the_new_one(self):
        server = self.unix("--trust")
        library = self.library(serves="unix:" + server.path)
        for delivery in ("messages", "batches"):
            with self.subTest(delivery):
                core = library.open("todo", gateways=["lists"], delivery=delivery)

                def heard():
                    messages, core.heard = core.heard, []
                    return [message for each in messages for message in (each if isinstance(each, list) else [each])]

                def fetch(name):
                    self.assertEqual(core.say({"todo": {"request": {"import": {"from": name}}}}), OK)
                    core.process(0)
                    (message,) = heard()
                    return message["@effect"]["id"]

                first = fetch("a")
                os.kill(server.child(), signal.SIGKILL)
                core.until("@reopened")
                second = fetch("b")
                self.assertEqual((first, second), ("e1-1", "e2-1"))
                late = {"@reply": {"effect": first, "result": {"texts": ["late"]}}}
                self.assertEqual((core.say(late), core.process(0), heard()), (OK, 0, []))
                self.assertEqual(core.say({"@reply": {"result": {"texts": ["right"]}, "effect": second}}), OK)
                core.process(0)
                self.assertEqual(heard()[0]["todo"]["response"]["wereImported"][0]["text"], "right")
                # A call passes its message and its output, too.
                call = json.dumps({"todo": {"request": {"import": {"from": "c"}}}}).encode()
                out, length = ctypes.c_char_p(), ctypes.c_size_t()
                self.assertEqual(core.call(call, len(call), 0, ctypes.byref(out), ctypes.byref(length), None), OK)
                self.assertEqual(json.loads(out.value)[0]["@effect"]["id"], "e2-2")
                self.assertEqual(core.close(0), OK)
                self.assertEqual(heard()[-1], {"@closed": {}})

    def test_given_a_call_that_traps_when_made_then_it_returns_ecrashed(self):
        core = self.library().open("traps")
        out = ctypes.c_char_p()
        text = b'{"trap":"index"}'
        self.assertEqual(core.call(text, len(text), -1, ctypes.byref(out), None, ctypes.byref(core.library.error)), ECRASHED)
        self.assertIn("ended before it was known", core.library.text())
        core.until("@reopened")
        self.assertEqual(core.close(0), OK)

    def test_given_a_process_that_hangs_when_called_then_the_call_returns_and_the_core_goes_on(self):
        server = self.unix("--trust", "--hang", 1)
        core = self.library(serves="unix:" + server.path).open("counter")
        os.kill(server.child(), signal.SIGSTOP)
        self.assertEqual(core.say(increment()), ECRASHED)
        self.assertEqual([next(iter(message)) for message in core.until("@reopened")], ["@crashed", "@reopened"])
        self.assertEqual(core.say(increment()), OK)
        self.assertEqual((core.until("counter"), core.close(0)), ([incremented(1)], OK))

    def test_given_pull_mode_when_it_crashes_then_it_is_received(self):
        core = self.library().open("traps", pull=True)
        self.assertEqual(core.say({"trap": "index"}), OK)
        out, keys = ctypes.c_char_p(), []
        while "@reopened" not in keys:
            self.assertEqual(core.receive(60000, ctypes.byref(out), None), OK)
            keys += json.loads(out.value)
        self.assertEqual(keys, ["@crashed", "@reopened"])
        self.assertEqual(core.receive(0, ctypes.byref(out), None), ETIMEDOUT)
        self.assertEqual(core.close(0), OK)

    def test_given_too_many_crashes_when_sent_to_then_the_core_is_gone_and_can_be_closed(self):
        core = self.library().open("traps")
        for _ in range(5):
            self.assertEqual(core.say({"trap": "index"}), OK)
            core.until("@reopened")
        self.assertEqual(core.say({"trap": "index"}), OK)
        core.until("@gone")
        self.assertEqual(core.say({"count": {}}), ECRASHED)
        self.assertEqual(core.process(0), ECLOSED)
        self.assertEqual(core.close(0), OK)
        self.assertEqual(core.heard[-1], {"@closed": {}})

    def test_given_a_server_that_is_killed_when_opened_again_then_another_is_started(self):
        server = self.unix("--trust")
        core = self.library(serves="unix:" + server.path).open("counter")
        server.process.kill()
        server.process.wait()
        self.assertEqual(core.until("@gone")[0]["@gone"]["code"], "ecrashed")
        self.assertEqual(core.say(increment()), ECRASHED)
        self.assertEqual(core.close(0), OK)


    def test_given_a_server_that_ends_when_opened_then_another_is_started(self):
        path = os.path.join(self.folder, "libadit_cores.so")
        os.symlink(peer.CORES, path)
        library = self.library(serves=path)
        first = library.open("counter")
        ending = processes(path)["server"]
        os.kill(ending, signal.SIGSTOP)
        # The connection is passed, and nothing takes it; or, if this thread is late, there is nothing to pass it to.
        threading.Timer(0.1, os.kill, (ending, signal.SIGKILL)).start()
        second = library.open("counter")
        self.assertEqual((second.code, library.text()), (OK, ""))
        self.assertEqual(second.say(increment()), OK)
        self.assertEqual((second.process(0), second.close(0), first.close(0)), (1, OK, OK))


if __name__ == "__main__":
    peer.main()

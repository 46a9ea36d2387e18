"""Hosted cores, by their lines: `@host`, and whose they are. test_served.py has them through libadit_served.so."""

import os
import signal
import unittest

import peer
from peer import increment, incremented


def host(call, text=None, number=1, **arguments):
    """A line of a host. The text is put in as it is."""
    head = peer.json.dumps({"call": call, **arguments})
    return f'{{"@host":{head},"@id":{number}'.encode() + (b"" if text is None else b',"@text":' + text) + b"}\n"


class Hosted(peer.Test):
    def ask(self, client, line):
        client.write(line)
        return client.next()

    def opened(self, client, name="h", **beside):
        answer = self.ask(client, host("open", b"{}", core=name, app="counter", **beside))
        self.assertEqual(answer, {"@hosted": {"code": 0, "worked": False, "ready": False}, "@id": 1})

    def test_given_a_call_of_no_core_when_the_child_is_killed_then_it_is_refused_and_the_server_goes_on(self):
        server = self.stdio()
        os.kill(server.child(), signal.SIGSTOP)
        server.send({"@host": {"call": "catalog", "app": "todo"}, "@id": 1})
        self.refused(server.ask({"@core": "x"}), "ecore", "", **{"@core": "x"})  # all has been read
        os.kill(server.child(), signal.SIGKILL)
        self.refused(server.next(), "ecrashed", "ended before", **{"@id": 1})
        while "@refused" in (answer := server.ask({"@catalog": {"app": "todo"}})):  # until it is started again
            self.assertEqual(answer["@refused"]["code"], "ecrashed")
        self.assertEqual(answer["@catalog"]["app"], "todo")

    def test_given_a_hosted_core_when_called_then_the_host_drives_it(self):
        server = self.stdio()
        self.opened(server)
        for by in (1, 2):
            answer = self.ask(server, host("send", peer.json.dumps(increment(by)).encode(), core="h"))
            self.assertEqual(answer, {"@hosted": {"code": 0}, "@id": 1})
        # Nothing is handled before the host says so.
        server.write(host("process", core="h", number=2))
        output = {"core": "h"}
        self.assertEqual([server.next() for _ in range(3)],
                         [{"@output": output, "@text": incremented(1)}, {"@output": output, "@text": incremented(3)},
                          {"@hosted": {"code": 2, "worked": True, "ready": False}, "@id": 2}])
        answer = self.ask(server, host("call", b'{"@get":{"path":"/value"}}', core="h"))
        self.assertEqual((answer["@hosted"]["code"], answer["@text"]), (0, [{"@value": {"path": "/value", "revision": 2, "value": 3}}]))
        self.assertEqual(self.ask(server, host("close", core="h", timeout=0)), {"@output": output, "@text": {"@closed": {}}})
        self.assertEqual(server.next(), {"@hosted": {"code": 0}, "@id": 1})
        self.refused(self.ask(server, host("process", core="h")), "ecore", "no core of that name", **{"@id": 1})

    def test_given_a_message_of_the_host_when_sent_then_it_is_not_told_that_there_is_work(self):
        server = self.stdio()
        self.opened(server)
        server.write(host("send", peer.json.dumps(increment()).encode(), core="h") + host("catalog", number=2))
        self.assertEqual([server.next()["@id"] for _ in range(2)], [1, 2])

    def test_given_another_client_when_it_names_a_hosted_core_then_there_is_none(self):
        server = self.unix("--trust")
        first, second = server.client(), server.client()
        self.opened(first)
        self.assertEqual(second.ask({"@sync": {"core": "h"}, "@id": 1})["@refused"]["code"], "ecore")
        self.assertEqual(second.ask(increment(1, **{"@core": "h"}))["@refused"]["code"], "ecore")
        self.assertEqual(self.ask(second, host("process", core="h"))["@refused"]["code"], "ecore")
        self.assertEqual(self.ask(second, host("open", b"{}", core="h", app="counter"))["@refused"]["code"], "ebusy")
        self.assertEqual(first.ask(increment(1, **{"@core": "h"}))["@refused"]["code"], "ecore")
        self.assertEqual(server.client().ready["cores"], {})
        # The name is free once the host is gone.
        first.close()
        while "@refused" in (answer := self.ask(second, host("open", b"{}", core="h", app="counter"))):
            self.assertEqual(answer["@refused"]["code"], "ebusy")
        self.assertEqual(answer["@hosted"]["code"], 0)

    def test_given_an_untrusted_client_when_it_calls_then_it_is_denied(self):
        client = self.unix().client()
        self.refused(self.ask(client, host("open", b"{}", core="h", app="counter")), "edenied", "only trusted", **{"@id": 1})

    def test_given_lines_of_another_form_when_sent_then_they_are_refused_and_the_server_goes_on(self):
        server = self.stdio()
        self.opened(server)
        for line, code in ((b'{"@host":', "emessage"), (b'{"@host":7}', "emessage"), (b'{"@host":{"call":7}}', "emessage"),
                           (b'{"@host":{"call":"send","core":"h"},"@text":{},"@id":1}x', "emessage"),
                           (b'{"@host":{"call":"open","core":"\\u0000","app":"counter"}}', "emessage"),
                           (b'{"@host":{"call":"open","core":"o"}}', "emessage"), (b'{"@host":{"call":"send","core":7}}', "ecore"),
                           (b'{"@id":1,"@host":{"call":"send","core":"h"}}', "emessage"),
                           # Nothing is left out silently, and what the process cannot take is not sent to it.
                           (b'{"@host":{"call":"open","core":"o","app":"counter"}, "@text":{"undo":true}}', "emessage"),
                           (b'{"@host":{"call":"open","core":"o","app":"counter"},"text":{}}', "emessage"),
                           (b'{"@host":{"call":"open","core":"o","app":"counter"} "@text":{}}', "emessage"),
                           (b'{"@host":{"call":"send","core":"h","client":"' + b"x" * (1 << 20) + b'"}}', "emessage")):
            with self.subTest(line[:100]):
                self.assertEqual(self.ask(server, line + b"\n")["@refused"]["code"], code)
        for line, code in ((host("nothing", core="h"), "einval"), (host("receive", core="h"), "einval"), (host("send", core="h"), "ejson"),
                           (host("open", b"[", core="o", app="counter"), "ejson"), (host("open", b"{}", core="o", app="no"), "eapp"),
                           (host("catalog", app="no"), "eapp"), (host("compare", b"{}{}", old=-1), "einval"),
                           (host("compare", b"{}", old=99), "einval")):
            with self.subTest(line):
                self.assertEqual(self.ask(server, line)["@hosted"]["code"], code)
        self.opened(server, "o", pull=True)
        self.assertEqual(self.ask(server, host("receive", core="o"))["@hosted"]["code"], "etimedout")
        messages, code = server.end()
        self.assertEqual(([message["@text"] for message in messages], code), ([{"@closed": {}}], 0))


if __name__ == "__main__":
    peer.main()

"""Clients that leave while something of theirs is under way, and return; answers that a core refuses."""

import json
import os
import signal
import time

import peer
from peer import increment, incremented

A = {"@core": "a"}
IMPORT = {"todo": {"request": {"import": {"from": "x"}}}, **A}


class ReturnTest(peer.Test):
    def leave(self, server, client, is_half=False):
        """Returns the client's name."""
        if is_half:
            client.end_input()
        else:
            client.close()
            server.clients.remove(client)
        return client.ready["client"]

    def return_as(self, server, name):
        client = server.client()
        while "@refused" in (answer := client.ask({"@hello": {"client": name}})):
            time.sleep(0.01)  # the former connection has not ended yet
        self.assertEqual(answer, {"@hello": {"client": name}})
        return client


class Returns(ReturnTest):
    def send_while_stopped(self, server):
        client, child = server.client(), server.child()
        os.kill(child, signal.SIGSTOP)
        client.send({"@get": {"path": ""}, "@id": "denied", **A}, increment(1, **A, **{"@id": "fine"}),
                    {"@sync": {"core": "a"}, "@id": "sync"})
        # The server answers in order, so it has read all of that.
        client.ask({"@catalog": {"app": "counter"}})
        return client, child

    def test_given_a_client_that_returns_when_its_messages_are_handled_then_it_hears_each_outcome(self):
        server = self.unix("--core", "a=counter")
        for count, is_half in enumerate((True, False), 1):
            client, child = self.send_while_stopped(server)
            client = self.return_as(server, self.leave(server, client, is_half))
            os.kill(child, signal.SIGCONT)
            self.refused(client.until("@refused"), "edenied", "@get", **A, **{"@id": "denied"})
            self.assertEqual(client.until("counter"), incremented(count, **A, **{"@id": "fine"}))
            self.assertEqual(client.until("@synced"), {"@synced": {"core": "a"}, "@id": "sync"})

    def test_given_a_client_that_returns_when_the_child_crashes_then_its_messages_are_refused(self):
        server = self.unix("--core", "a=counter")
        client, child = self.send_while_stopped(server)
        client = self.return_as(server, self.leave(server, client))
        os.kill(child, signal.SIGKILL)
        for id in ("denied", "fine", "sync"):
            self.refused(client.until("@refused"), "ecrashed", **A, **{"@id": id})

    def test_given_a_client_when_it_takes_its_own_name_in_its_last_line_then_that_is_refused(self):
        client = self.unix("--core", "a=counter").client()
        client.write(json.dumps({"@hello": {"client": client.ready["client"]}}).encode())
        client.end_input()
        self.refused(client.next(), "ebusy", "connected")
        self.assertIsNone(client.next())


class HostedCores(ReturnTest):
    def call(self, client, call, text=None):
        line = '{"@host":' + json.dumps(call) + ',"@id":1'
        client.write((line + ("}" if text is None else f',"@text":{json.dumps(text)}}}') + "\n").encode())
        return client.until("@hosted")["@hosted"]

    def test_given_a_core_that_is_being_reopened_when_its_host_leaves_then_its_store_is_free(self):
        server = self.unix("--trust", "--core", "a=counter")
        config = {"store": {"path": self.folder + "/store"}}
        host = server.client()
        self.assertEqual(self.call(host, {"call": "open", "core": "h", "app": "todo"}, config)["code"], 0)
        former = server.child()
        os.kill(former, signal.SIGKILL)
        child = peer.worker_of(server.process.pid, former)
        # The child has begun, and stops before it opens the core, which the server asks it to.
        os.kill(child, signal.SIGSTOP)
        other = server.client()
        os.kill(server.process.pid, signal.SIGSTOP)
        os.kill(child, signal.SIGCONT)
        time.sleep(0.5)
        os.kill(child, signal.SIGSTOP)
        os.kill(server.process.pid, signal.SIGCONT)
        while "@refused" in other.ask({"@catalog": {"app": "todo"}}):
            time.sleep(0.01)
        self.leave(server, host)
        server.client()
        os.kill(child, signal.SIGCONT)
        self.assertEqual(self.call(other, {"call": "open", "core": "g", "app": "todo"}, config)["code"], 0)


class Answers(ReturnTest):
    def test_given_an_answer_that_the_core_refuses_when_its_client_returns_then_the_request_is_asked_again(self):
        server = self.unix("--trust", "--core", "a=todo:" + self.config("c", {"gateways": ["lists"]}))
        first, other = server.client(), server.client()
        other.sync("a")
        first.send(IMPORT)
        effect = first.until("@effect")
        # Another trusted client has the same id in use.
        other.send({"@sync": {"core": "a"}, "@id": 7})
        other.until("@synced")
        first.send({"@reply": {"effect": "e1-1"}, "@id": 7, **A})
        self.assertIn("neither result nor error", first.until("@error")["@error"]["message"])
        self.assertEqual(other.sync("a"), [])
        name = self.leave(server, first)
        self.assertEqual(other.sync("a"), [])
        first = self.return_as(server, name)
        self.assertEqual(first.next(), effect)
        first.send({"@reply": {"effect": "e1-1", "result": {"texts": ["Milk"]}}, "@id": 8, **A})
        self.assertEqual(first.until("todo")["todo"]["response"]["wereImported"][0]["text"], "Milk")


class Silence(peer.Test):
    def test_given_a_child_that_does_not_open_a_core_when_the_time_is_over_then_it_is_ended(self):
        server = self.stdio(options=("--hang", 1))
        os.kill(server.child(), signal.SIGSTOP)
        server.send({"@open": {"core": "x", "app": "counter"}, "@id": 1})
        self.refused(server.next(), "ecrashed", "while the core was opened", **{"@core": "x", "@id": 1})


if __name__ == "__main__":
    peer.main()

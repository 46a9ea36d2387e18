"""Keys with escapes, which JSON takes for the same: what the server looks for in a line and a config is found in each spelling."""

import json
import os
import signal

import peer
from peer import increment, incremented


def escaped(value):
    """JSON in which the first character of each key is written as an escape."""
    if isinstance(value, dict):
        members = (f'"\\u{ord(key[0]):04x}{key[1:]}":{escaped(member)}' for key, member in value.items())
        return "{" + ",".join(members) + "}"
    return json.dumps(value)


class Spellings(peer.Test):
    def ask(self, server, line):
        server.write(line.encode() + b"\n")
        return server.next()

    def open(self, server, name, app, config):
        """Opens a core with the keys of its config escaped."""
        answer = self.ask(server, f'{{"@open":{{"core":"{name}","app":"{app}","config":{escaped(config)}}}}}')
        self.assertEqual(answer, {"@opened": {"core": name, "app": app}})

    def test_given_an_escaped_request_when_a_core_is_opened_then_its_config_is_not_left_out(self):
        server = self.stdio()
        config = {"store": {"path": self.folder + "/a.store"}, "bogus": 1}
        body = {"core": "a", "app": "counter", "config": config}
        whole = escaped({"@open": body})
        for line in (whole, f'{{"@open":{escaped(body)}}}', whole.replace("\\u0040open", "@open").replace("\\u0063onfig", "config")):
            with self.subTest(line):
                self.refused(self.ask(server, line), "econfig", 'unknown key "bogus"', **{"@core": "a"})

    def test_given_an_escaped_delivery_when_a_core_is_opened_then_it_is_refused(self):
        server = self.stdio()
        line = f'{{"@open":{{"core":"a","app":"counter","config":{escaped({"delivery": "batches"})}}}}}'
        self.refused(self.ask(server, line), "econfig", "delivery: the server sets it", **{"@core": "a"})

    def test_given_an_escaped_store_when_killed_then_the_state_is_said_to_be_kept(self):
        server = self.stdio()
        self.open(server, "a", "counter", {"store": {"path": self.folder + "/a.store"}})
        server.open("b", "counter", {"store": None})
        for core in "ab":
            server.ask(increment(5, **{"@core": core}))
        os.kill(server.child(), signal.SIGKILL)
        for core in "ab":
            self.assertEqual(server.until("@reopened")["@reopened"], {"core": core, "kept": core == "a"})
        server.waiting.clear()
        self.assertEqual(server.ask(increment(5, **{"@core": "a"})), incremented(10, **{"@core": "a"}))
        self.assertEqual(server.ask(increment(5, **{"@core": "b"})), incremented(5, **{"@core": "b"}))

    def test_given_escaped_ids_when_killed_then_each_has_its_answer_or_its_refusal_and_not_both(self):
        server = self.stdio()
        server.open("a", "counter", {"limits": {"processSteps": 1, "batch": 1}})
        child, count = server.child(), 2000
        server.write(b"".join(b'{"counter":{"request":{"increment":{"by":1}}},"@id":"\\u0069%d","@core":"a"}\n' % number for number in range(count)))
        ids = [server.next()["@id"]]
        os.kill(child, signal.SIGKILL)
        ids += [message["@id"] for message in iter(server.next, {"@reopened": {"core": "a", "kept": False}, "@core": "a"}) if "@id" in message]
        self.assertEqual(sorted(ids), sorted(f"i{number}" for number in range(count)))

    def test_given_an_escaped_bound_of_a_call_when_synced_then_the_output_comes_before(self):
        server = self.stdio()
        self.open(server, "a", "counter", {"limits": {"processSteps": 1}})
        server.send(*(increment(1, **{"@core": "a"}) for _ in range(100)))
        self.assertEqual(len(server.sync("a")), 100)

    def test_given_an_escaped_fork_when_a_core_is_opened_then_it_is_by_its_name(self):
        server = self.stdio()
        server.open("a", "counter")
        server.ask(increment(7, **{"@core": "a"}))
        self.open(server, "b", "counter", {"fork": {"core": "a"}})
        self.assertEqual(server.ask(increment(1, **{"@core": "b"})), incremented(8, **{"@core": "b"}))

    def test_given_escaped_permissions_when_clients_are_trusted_then_they_are_not_there_twice(self):
        client = self.unix("--trust").client()
        self.open(client, "a", "counter", {"clients": ["@subscribe"]})
        self.refused(client.ask({"@get": {"path": ""}, "@core": "a"}), "edenied", "", **{"@core": "a"})

    def test_given_an_escaped_answer_when_a_core_was_opened_again_then_it_is_for_the_request(self):
        server = self.stdio()
        server.open("a", "todo", {"gateways": ["lists"]})
        os.kill(server.child(), signal.SIGKILL)
        server.until("@reopened")
        server.waiting.clear()
        effect = server.ask({"todo": {"request": {"import": {"from": "x"}}}, "@core": "a"})["@effect"]["id"]
        reply = {"@reply": {"effect": effect, "result": {"texts": ["Milk"]}}}
        answer = self.ask(server, escaped(reply)[:-1] + ',"@core":"a"}')
        self.assertEqual(answer["todo"]["response"]["wereImported"][0]["text"], "Milk")


if __name__ == "__main__":
    peer.main()

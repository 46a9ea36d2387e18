"""A driver of the conformance suite (bindings/conformance) that makes its calls to `adit serve --stdio`.

    ADIT_DRIVER="python3 driver.py LIBRARY" scenario libadit_relay.so FILE...

`send` is a message and an `@sync`, so that it is known whether it was refused; the output waits for `process`. `call` is the
same. So each message is a batch of its own: scenarios in which several are sent before they are handled have other `@patch`es.
There is no `adit_submit` for a parent process, and no descriptor of a core: `ready` is false after an `@sync`.
"""

# SPDX-License-Identifier: Apache-2.0

import json
import sys

import peer

CODES = ("einval eabi eapp econfig ecore ebusy efork ejson emessage esize efull etimedout estore elocked eschema enomem "
         "einternal ehandler ecascade eclosed ereplay edenied").split()


class Driver:
    def __init__(self, *libraries):
        self.server = peer.Stdio(*libraries)
        self.count = 0
        self.waiting = {}  # by core: its output

    def refusal(self, refused):
        refused = refused["@refused"]
        return {"error": {"code": -1 - CODES.index(refused["code"]), "offset": refused.get("offset"), "text": refused["message"]}}

    def take(self, message):
        """Notes the output of a core, as it would be in process."""
        core = int(message.pop("@core"))
        self.waiting.setdefault(core, []).append(json.dumps(message, ensure_ascii=False))

    def output(self, core):
        return self.waiting.pop(core, [])

    def pass_on(self, core, text):
        """Sends a message; the refusal, or None once it has been handled."""
        # The line is the text with the core in front, also where it is no JSON.
        head = '{"@core":"%d"' % core
        body = text.lstrip(" \t\r\n")
        empty = body[1:].lstrip(" \t\r\n").startswith("}")
        line = head + ("" if empty else ",") + body[1:] if body.startswith("{") else None
        if line is None or "\n" in line:
            line = (line or "").replace("\n", " ")
        if not line:
            return {"error": {"code": -8, "offset": 0, "text": "a JSON object is expected"}}
        self.server.write(line.encode("utf-8", "surrogateescape") + b"\n")
        refused = self.sync(core)
        if refused and refused["error"]["offset"] is not None:
            inserted = len(head) - 1 + (not empty)
            refused["error"]["offset"] = max(refused["error"]["offset"] - inserted, 0)
        return refused

    def sync(self, core):
        self.server.send({"@sync": {"core": str(core)}, "@id": "sync"})
        refused = None
        while True:
            message = self.server.next()
            if message is None:
                raise SystemExit(f"the server has ended: {self.server.wait()} {self.server.errors}")
            if "@synced" in message:
                return refused
            if "@refused" in message:
                refused = self.refusal(message)
                if message.get("@id") == "sync":
                    return None  # the core has closed
            elif "@crashed" in message or "@reopened" in message or "@gone" in message:
                raise SystemExit(f"it crashed: {message}")
            else:
                self.take(message)

    # -- Requests. --

    def catalog(self, body):
        if body is None:
            return {"out": json.dumps(self.server.ready["apps"])}
        answer = self.server.ask({"@catalog": {"app": body["app"]}})
        return self.refusal(answer) if "@refused" in answer else {"out": json.dumps(answer["@catalog"]["catalog"], ensure_ascii=False)}

    def open(self, body):
        self.count += 1
        config = (body.get("config") or "{}").replace("\n", " ")
        self.server.write(f'{{"@open":{{"core":"{self.count}","app":{json.dumps(body["app"])},"config":{config}}}}}\n'.encode())
        while "@opened" not in (answer := self.server.next()):
            if "@refused" in answer:
                return self.refusal(answer)
            self.take(answer)
        return {"core": self.count}

    def send(self, body):
        if "client" in body:
            return {"error": {"code": -1, "offset": None, "text": "a parent process has no clients"}}
        return self.pass_on(body["core"], body["text"]) or {}

    def process(self, body):
        self.sync(body["core"])
        return {"messages": self.output(body["core"]), "ready": False}

    def call(self, body):
        before = self.output(body["core"])
        refused = self.pass_on(body["core"], body["text"])
        if refused:
            return {**refused, "messages": before}
        return {"out": "[" + ",".join(self.output(body["core"])) + "]", "messages": before, "ready": False}

    def wakeup(self, body):
        return {}

    def close(self, body):
        self.server.send({"@close": {}, "@core": str(body["core"])})
        self.sync(body["core"])
        return {"messages": self.output(body["core"])}


def main():
    driver = Driver(*sys.argv[1:])
    for line in sys.stdin:
        ((name, body),) = json.loads(line).items()
        print(json.dumps(getattr(driver, name)(body)), flush=True)
    driver.server.end()


main()

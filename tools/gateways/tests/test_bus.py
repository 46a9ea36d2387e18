"""The gateways `secrets` and `notifications`, on a session bus with small services."""

import os

from bus import BusCase


class Secrets(BusCase):
    def test_secrets_are_kept(self):
        self.serve()
        gateways = self.start_here()
        for value in ("s3cret", "", "é€😀\n\0", "x" * 100_000):
            self.assertEqual(gateways.call("secrets", {"put": {"name": "töken", "value": value}}), {})
            self.assertEqual(gateways.call("secrets", {"get": {"name": "töken"}}), {"value": value})
        self.assertEqual(gateways.call("secrets", {"get": {"name": "other"}}), {})
        self.assertEqual(gateways.call("secrets", {"remove": {"name": "töken"}}), {})
        self.assertEqual(gateways.call("secrets", {"remove": {"name": "töken"}}), {})
        self.assertEqual(gateways.call("secrets", {"get": {"name": "töken"}}), {})

    def test_what_the_keyring_sees(self):
        services, gateways = self.serve(), self.start_here()
        self.assertEqual(gateways.call("secrets", {"put": {"name": "token", "value": "a"}}), {})
        self.assertEqual(gateways.call("secrets", {"get": {"name": "token"}}), {"value": "a"})
        self.assertEqual([services.next() for _ in range(5)], [
            ["session is opened"], ["item", "test: token", {"application": "test", "name": "token"}, "text/plain; charset=utf8"], ["session is closed"],
            ["session is opened"], ["session is closed"]])
        other = self.start_here(secrets={"application": "other"})
        self.assertEqual(other.call("secrets", {"get": {"name": "token"}}), {})

    def test_many_at_once(self):
        self.serve()
        for more in ({}, {"thread": True}):
            gateways = self.start_here(**more)
            puts = {gateways.ask("secrets", {"put": {"name": f"{number}", "value": f"value {number}"}}) for number in range(100)}
            self.assertEqual({gateways.reply()[1]["effect"] for _ in range(100)}, puts)
            gets = {gateways.ask("secrets", {"get": {"name": f"{number}"}}): number for number in range(100)}
            for _ in range(100):
                reply = gateways.reply()[1]
                self.assertEqual(reply["result"], {"value": f"value {gets[reply['effect']]}"})

    def test_what_is_no_text(self):
        services, gateways = self.serve(), self.start_here()
        services.tell("bytes key")
        self.expect(gateways, "secrets", {"get": {"name": "key"}}, "storage", '^the secret "key" is not UTF-8 text$')

    def test_a_request_that_is_none(self):
        gateways = self.start_here()
        for request in ({}, {"get": {}}, {"get": {"name": ""}}, {"get": {"name": "a\0b"}}, {"put": {"name": "a"}}, {"put": {"name": "a", "value": 1}},
                        {"list": {}}, {"get": {"name": "a"}, "remove": {"name": "a"}}):
            with self.subTest(request):
                self.expect(gateways, "secrets", request, "invalid", "one of get, remove {name}, put {name, value} is expected")


class Locked(BusCase):
    """A keyring that is locked: the service asks the user."""

    REQUESTS = ({"get": {"name": "token"}}, {"put": {"name": "token", "value": "b"}}, {"remove": {"name": "token"}})

    def lock(self, user="waits", **more):
        """The services and the gateways, with a secret that is locked."""
        services, gateways = self.serve(), self.start_here(secrets={"application": "test", "timeout": "PT10S", **more})
        self.assertEqual(gateways.call("secrets", {"put": {"name": "token", "value": "a"}}), {})
        services.tell(f"user {user}")
        services.tell("lock")
        return services, gateways

    def expect_kept(self, services, gateways):
        services.tell("unlock")
        self.assertEqual(gateways.call("secrets", {"get": {"name": "token"}}), {"value": "a"})

    def test_the_user_unlocks_it(self):
        for user in ("accepts", "accepts-early"):
            services, gateways = self.lock(user)
            events = []
            for request, result in (({"get": {"name": "token"}}, {"value": "a"}), ({"remove": {"name": "token"}}, {}), ({"get": {"name": "token"}}, {})):
                with self.subTest(request, user=user):
                    services.tell("lock")
                    self.assertEqual(gateways.call("secrets", request), result)
                    events += services.tell("unlock")
            self.assertEqual([event for event in events if event[0] in ("unlock", "prompt is shown")],
                             [["unlock", ["/collection/login/1"]], ["prompt is shown", ""]] * 2)
            services.end()

    def test_the_user_allows_what_is_put(self):
        """By the prompt of CreateItem; or, where that refuses what is locked, by that of Unlock."""
        for strict in (False, True):
            services, gateways = self.lock("accepts")
            if strict:
                services.tell("strict")
            self.assertEqual(gateways.call("secrets", {"put": {"name": "token", "value": "b"}}), {})
            events = services.tell("unlock")
            self.assertEqual(["unlock", ["/aliases/default"]] in events, strict)
            self.assertEqual(events.count(["prompt is shown", ""]), 1)
            self.assertEqual(gateways.call("secrets", {"get": {"name": "token"}}), {"value": "b"})
            services.end()

    def test_the_user_dismisses_the_prompt(self):
        services, gateways = self.lock("dismisses")
        for strict in (False, True):
            if strict:
                services.tell("strict")
            for request in self.REQUESTS:
                with self.subTest(request):
                    self.expect(gateways, "secrets", request, "denied", '^the secret "token": the prompt of the keyring was dismissed$')
        self.expect_kept(services, gateways)

    def test_the_user_does_not_answer(self):
        services, gateways = self.lock(prompt="PT0.1S")
        for request in self.REQUESTS:
            with self.subTest(request):
                effect = gateways.ask("secrets", request)
                self.assertEqual(gateways.call("keyValue", {"get": {"key": "a"}}), {})  # others do not wait
                self.expect_reply(gateways, effect, "timedOut", "^org.freedesktop.secrets has a prompt that was not answered in time$")
                services.until(["prompt is dismissed"])
        self.expect_kept(services, gateways)

    def test_a_cancelled_request_takes_its_prompt_away(self):
        services, gateways = self.lock()
        effect = gateways.ask("secrets", {"get": {"name": "token"}})
        services.until(["prompt is shown", ""])
        gateways.say({"@cancel": {"effect": effect}})
        services.until(["prompt is dismissed"])
        self.expect_kept(services, gateways)

    def test_a_service_that_ends_while_the_user_is_asked(self):
        for request in self.REQUESTS:
            with self.subTest(request):
                services, gateways = self.lock()
                effect = gateways.ask("secrets", request)
                services.until(["prompt is shown", ""])
                services.tell("user waits")  # the call that shows it has returned
                # The end of another name says nothing of the service.
                other = self.start_here()
                self.assertEqual(other.call("notifications", {"show": {"id": "a", "title": "b"}}), {})
                other.end()
                self.assertEqual(gateways.call("keyValue", {"get": {"key": "a"}}), {})
                services.end()
                self.expect_reply(gateways, effect, "unreachable", "^org.freedesktop.secrets has ended$")
                services = self.serve()  # AND another one is used
                self.assertEqual(gateways.call("secrets", {"put": {"name": "token", "value": "a"}}), {})
                services.end()

    def test_a_service_that_has_ended_is_not_started_to_dismiss_its_prompt(self):
        started = self.bus.folder / "started"
        (self.bus.folder / "services/org.freedesktop.secrets.service").write_text(f"[D-BUS Service]\nName=org.freedesktop.secrets\nExec=/usr/bin/touch {started}\n")
        self.bus.end()
        self.bus.begin()
        services, gateways = self.lock()
        effect = gateways.ask("secrets", {"get": {"name": "token"}})
        services.until(["prompt is shown", ""])
        services.tell("user waits")
        services.end()
        self.expect_reply(gateways, effect, "unreachable", "^org.freedesktop.secrets has ended$")
        self.serve()  # this takes longer than to start a program
        self.assertFalse(started.exists())

    def test_a_host_whose_user_is_not_asked(self):
        services, gateways = self.lock("accepts", prompt="PT0S")
        for request in self.REQUESTS:
            with self.subTest(request):
                self.expect(gateways, "secrets", request, "denied", '^the secret "token" is locked, and the config does not let the user be asked$')
                self.assertNotIn(["prompt is shown", ""], services.until(["prompt is dismissed"]))
        self.expect_kept(services, gateways)


class Notifications(BusCase):
    def test_notifications_are_shown(self):
        services, gateways = self.serve(), self.start_here()
        self.assertEqual(gateways.call("notifications", {"show": {"id": "a", "title": "T <1>", "text": "a & <b>"}}), {})
        self.assertEqual(gateways.call("notifications", {"show": {"id": "b", "title": "U"}}), {})
        self.assertEqual(gateways.call("notifications", {"show": {"id": "a", "title": "V"}}), {})
        self.assertEqual(gateways.call("notifications", {"withdraw": {"id": "a"}}), {})
        self.assertEqual(gateways.call("notifications", {"withdraw": {"id": "a"}}), {})
        self.assertEqual(services.tell("unlock"), [
            ["notify", "test", 1, 0, "", "T <1>", "a & <b>", [], {}, -1], ["notify", "test", 2, 0, "", "U", "", [], {}, -1],
            ["notify", "test", 1, 1, "", "V", "", [], {}, -1], ["close", 1]])

    def test_markup_is_escaped_where_there_is_some(self):
        services, gateways = self.serve(), self.start_here()
        services.tell("markup")
        self.assertEqual(gateways.call("notifications", {"show": {"id": "a", "title": "<T>", "text": "a & <b>"}}), {})
        self.assertEqual(services.next()[5:7], ["<T>", "a &amp; &lt;b&gt;"])

    def test_those_of_a_core_that_expects_no_answer(self):
        """They arrive in order, and one takes the place of another whose number was not known when it was asked for."""
        services, gateways = self.serve(), self.start_here()
        for number in range(20):
            gateways.say({"@effect": {"id": f"e2-{number}", "gateway": "notifications", "request": {"show": {"id": "a", "title": f"{number}"}}, "reply": False}})
        gateways.say({"@closed": {}})  # what it has asked for is done
        self.assertEqual(gateways.next(), '?0 {"@closed":{}}')
        self.assertEqual([services.next()[2:6] for _ in range(20)], [[1, 1 if number else 0, "", f"{number}"] for number in range(20)])
        self.assertEqual(gateways.call("keyValue", {"get": {"key": "a"}}), {})  # nothing else has been answered

    def test_the_next_one_follows_a_cancelled_one(self):
        services, gateways = self.serve(), self.start_here()
        hanging = gateways.ask("notifications", {"show": {"id": "a", "title": "hang"}})
        self.assertEqual(services.next(), ["hangs"])
        shown = gateways.ask("notifications", {"show": {"id": "b", "title": "T"}})
        gateways.say({"@cancel": {"effect": hanging}})
        self.assertEqual(gateways.reply()[1], {"effect": shown, "result": {}})
        self.assertEqual(services.next()[5], "T")

    def test_a_server_that_refuses(self):
        services, gateways = self.serve(), self.start_here()
        refused = gateways.ask("notifications", {"show": {"id": "a", "title": "refuse"}})
        shown = gateways.ask("notifications", {"show": {"id": "a", "title": "T"}})
        self.expect_reply(gateways, refused, "storage", "^org.freedesktop.Notifications: this is refused$")
        self.assertEqual(gateways.reply()[1], {"effect": shown, "result": {}})
        self.assertEqual(services.next()[2:6], [1, 0, "", "T"])

    def test_a_long_refusal_is_cut_behind_a_whole_character(self):
        self.serve()
        self.expect(self.start_here(), "notifications", {"show": {"id": "a", "title": "refuse at length"}}, "storage",
                    "^org.freedesktop.Notifications: xé{183}$")

    def test_a_request_that_is_none(self):
        gateways = self.start_here()
        for request in ({}, {"show": {"id": "a"}}, {"show": {"title": "a"}}, {"show": {"id": "a", "title": "b", "text": 1}}, {"withdraw": {}}, {"hide": {"id": "a"}}):
            with self.subTest(request):
                self.expect(gateways, "notifications", request, "invalid", "one of show {id, title, text}, withdraw {id} is expected")


class Faults(BusCase):
    REQUESTS = (("secrets", {"get": {"name": "a"}}), ("secrets", {"put": {"name": "a", "value": "b"}}), ("secrets", {"remove": {"name": "a"}}),
                ("notifications", {"show": {"id": "a", "title": "b"}}))

    def test_no_bus(self):
        without = {name: value for name, value in os.environ.items() if name not in ("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR")}
        for more, words in (({}, "there is no session bus: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set"),
                            ({"DBUS_SESSION_BUS_ADDRESS": "unix:path=/none"}, "the session bus cannot be reached: No such file or directory"),
                            ({"DBUS_SESSION_BUS_ADDRESS": "nonsense"}, "the session bus cannot be reached: ")):
            gateways = self.start_here({**without, **more})
            for gateway, request in self.REQUESTS:
                with self.subTest(words, gateway=gateway):
                    self.expect(gateways, gateway, request, "unreachable", f"^{words}")
            self.assertEqual(gateways.call("keyValue", {"get": {"key": "a"}}), {})

    def test_no_service(self):
        gateways = self.start_here()
        for gateway, request in self.REQUESTS:
            self.expect(gateways, gateway, request, "unreachable", r"^org\.freedesktop\.(secrets|Notifications): The name .* was not provided")
        self.serve()  # AND once there is one, it is used
        for gateway, request in self.REQUESTS:
            self.assertNotIn(gateways.call(gateway, request), ("unreachable",))

    def test_a_service_that_ends(self):
        services, gateways = self.serve(), self.start_here()
        services.tell("hang")
        effect = gateways.ask("secrets", {"get": {"name": "a"}})
        self.assertEqual(services.next(), ["hangs"])
        services.process.kill()
        self.expect_reply(gateways, effect, "unreachable", "^org.freedesktop.secrets: .*without replying")

    def test_a_bus_that_ends(self):
        services, gateways = self.serve(), self.start_here()
        services.tell("hang")
        effect = gateways.ask("secrets", {"get": {"name": "a"}})
        self.assertEqual(services.next(), ["hangs"])
        before = gateways.descriptors()
        self.bus.end()
        self.expect_reply(gateways, effect, "unreachable", "connection|Connection")
        self.expect(gateways, "notifications", {"show": {"id": "a", "title": "b"}}, "unreachable", "^the session bus cannot be reached: ")
        self.bus.begin()
        self.serve()
        self.assertEqual(gateways.call("secrets", {"put": {"name": "a", "value": "b"}}), {})
        self.assertEqual(gateways.call("notifications", {"show": {"id": "a", "title": "b"}}), {})
        self.assertEqual(gateways.descriptors(), before)

    def test_a_bus_that_is_none(self):
        port = self.listen(lambda connection: connection.sendall(b"REJECTED\r\n"))
        gateways = self.start_here({**os.environ, "DBUS_SESSION_BUS_ADDRESS": f"tcp:host=127.0.0.1,port={port}"})
        for gateway, request in self.REQUESTS:
            self.expect(gateways, gateway, request, "unreachable", "^the session bus |Connection terminated$")

    def test_a_cancelled_request_is_not_answered(self):
        services, gateways = self.serve(), self.start_here()
        services.tell("hang")
        effect = gateways.ask("secrets", {"get": {"name": "a"}})
        self.assertEqual(services.next(), ["hangs"])
        gateways.say({"@cancel": {"effect": effect}})
        self.assertEqual(gateways.call("keyValue", {"get": {"key": "a"}}), {})
        gateways.say({"@cancel": {"effect": effect}})  # it is not known any more
        self.assertEqual(gateways.next(), f'?0 {{"@cancel":{{"effect":"{effect}"}}}}')
        gateways.ask("secrets", {"get": {"name": "a"}})  # it is under way at the end
        self.assertEqual(services.next(), ["hangs"])


class Patience(BusCase):
    TIMEOUT = "PT0.2S"

    def test_a_service_that_hangs(self):
        services, gateways = self.serve(), self.start_here()
        services.tell("hang")
        for request in ({"get": {"name": "a"}}, {"put": {"name": "a", "value": "b"}}):
            effect = gateways.ask("secrets", request)
            self.assertEqual(gateways.call("keyValue", {"get": {"key": "a"}}), {})
            self.expect_reply(gateways, effect, "timedOut", "^org.freedesktop.secrets takes too long$")

    def test_a_bus_that_hangs(self):
        def read(connection):
            while connection.recv(65536):
                pass

        silent = self.listen(read)
        gateways = self.start_here({**os.environ, "DBUS_SESSION_BUS_ADDRESS": f"tcp:host=127.0.0.1,port={silent}"})
        effect = gateways.ask("notifications", {"show": {"id": "a", "title": "b"}})
        self.assertEqual(gateways.call("keyValue", {"get": {"key": "a"}}), {})
        self.expect_reply(gateways, effect, "timedOut", "^org.freedesktop.Notifications takes too long$")

#!/usr/bin/python3
"""A small Secret Service and a small notification server, on the session bus of the environment; with python3-dbus and python3-gi of Debian.

A line on standard input is a command: `lock`, `unlock`, `hang`, `markup`, `bytes NAME`; `strict`: what is locked is an error, without a prompt;
`user ANSWER`: what the user does with prompts, `accepts`, `dismisses`, `waits`, or `accepts-early`, before the call that shows the prompt returns.
A line on standard output is what has happened, as JSON: first "ready", then the calls of notifications, sessions that are opened and closed, prompts."""

import json
import os
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

ROOT, SECRET = "/org/freedesktop/secrets", "org.freedesktop.Secret."
NOTIFICATIONS = "org.freedesktop.Notifications"
state = {"locked": False, "hangs": False, "markup": False, "user": "waits", "strict": False}
items = {}


def tell(*event):
    print(json.dumps(event), flush=True)


class Locked(dbus.DBusException):
    _dbus_error_name = SECRET + "Error.IsLocked"


class NoSession(dbus.DBusException):
    _dbus_error_name = SECRET + "Error.NoSession"


class Session(dbus.service.Object):
    opened, count = set(), 0

    def __init__(self, bus):
        Session.count += 1
        self.path = f"{ROOT}/session/s{Session.count}"
        super().__init__(bus, self.path)
        self.opened.add(self.path)
        tell("session is opened")

    @dbus.service.method(SECRET + "Session")
    def Close(self):
        self.opened.remove(self.path)
        self.remove_from_connection()
        tell("session is closed")


class Prompt(dbus.service.Object):
    """What is done once the user has accepted, whose result is that of the prompt."""

    count = 0

    def __init__(self, bus, accepted):
        Prompt.count += 1
        self.path, self.accepted = f"{ROOT}/prompt/p{Prompt.count}", accepted
        super().__init__(bus, self.path)

    @dbus.service.method(SECRET + "Prompt", in_signature="s", async_callbacks=("reply", "fail"))
    def Prompt(self, window, reply, fail):
        tell("prompt is shown", window)
        if state["user"] == "accepts-early":
            self.answer(True)
            reply()
            return
        reply()
        if state["user"] != "waits":
            self.answer(state["user"] == "accepts")

    def answer(self, is_accepted):
        result = self.accepted() if is_accepted else ""
        self.Completed(not is_accepted, result)
        self.remove_from_connection()

    @dbus.service.signal(SECRET + "Prompt", signature="bv")
    def Completed(self, is_dismissed, result):
        pass

    @dbus.service.method(SECRET + "Prompt")
    def Dismiss(self):
        tell("prompt is dismissed")
        self.answer(False)


def unlock_all(paths):
    state["locked"] = False
    return dbus.Array(paths, "o", variant_level=1)


class Item(dbus.service.Object):
    count = 0

    def __init__(self, bus, attributes, value):
        Item.count += 1
        self.path, self.attributes, self.value = f"{ROOT}/collection/login/{Item.count}", attributes, value
        super().__init__(bus, self.path)
        items[self.path] = self

    @dbus.service.method(SECRET + "Item", in_signature="o", out_signature="(oayays)")
    def GetSecret(self, session):
        if state["locked"]:
            raise Locked("Cannot get secret of a locked object")
        if session not in Session.opened:
            raise NoSession("The session does not exist")
        return (session, dbus.ByteArray(b""), dbus.ByteArray(self.value), "text/plain")

    @dbus.service.method(SECRET + "Item", out_signature="o")
    def Delete(self):
        if state["locked"]:
            return Prompt(self.connection, self.remove).path
        self.remove()
        return "/"

    def remove(self):
        del items[self.path]
        self.remove_from_connection()
        return ""


class Collection(dbus.service.Object):
    @dbus.service.method(SECRET + "Collection", in_signature="a{sv}(oayays)b", out_signature="oo", byte_arrays=True)
    def CreateItem(self, properties, secret, replace):
        if state["locked"] and state["strict"]:
            raise Locked("Cannot create an item in a locked collection")
        if state["locked"]:
            return ("/", Prompt(self.connection, lambda: dbus.ObjectPath(self.create(properties, secret, replace), variant_level=1)).path)
        return (self.create(properties, secret, replace), "/")

    def create(self, properties, secret, replace):
        if secret[0] not in Session.opened:
            raise NoSession("The session does not exist")
        attributes = {str(name): str(value) for name, value in properties[SECRET + "Item.Attributes"].items()}
        tell("item", str(properties[SECRET + "Item.Label"]), attributes, secret[3])
        same = [item for item in items.values() if item.attributes == attributes]
        if same and replace:
            same[0].value = bytes(secret[2])
            return same[0].path
        return Item(self.connection, attributes, bytes(secret[2])).path


class Secrets(dbus.service.Object):
    @dbus.service.method(SECRET + "Service", in_signature="sv", out_signature="vo", async_callbacks=("reply", "fail"))
    def OpenSession(self, algorithm, data, reply, fail):
        if state["hangs"]:
            return
        assert algorithm == "plain", algorithm
        reply(dbus.String("", variant_level=1), Session(self.connection).path)

    @dbus.service.method(SECRET + "Service", in_signature="a{ss}", out_signature="aoao", async_callbacks=("reply", "fail"))
    def SearchItems(self, attributes, reply, fail):
        if state["hangs"]:
            tell("hangs")
            return
        paths = [item.path for item in items.values() if attributes.items() <= item.attributes.items()]
        reply(dbus.Array([] if state["locked"] else paths, "o"), dbus.Array(paths if state["locked"] else [], "o"))

    @dbus.service.method(SECRET + "Service", in_signature="ao", out_signature="aoo")
    def Unlock(self, paths):
        tell("unlock", sorted(path.replace(ROOT, "") for path in paths))
        if not state["locked"]:
            return (paths, "/")
        return (dbus.Array([], "o"), Prompt(self.connection, lambda: unlock_all(paths)).path)


class Notifications(dbus.service.Object):
    count = 0

    @dbus.service.method(NOTIFICATIONS, out_signature="as")
    def GetCapabilities(self):
        return ["body", *(["body-markup"] if state["markup"] else [])]

    @dbus.service.method(NOTIFICATIONS, in_signature="susssasa{sv}i", out_signature="u", async_callbacks=("reply", "fail"))
    def Notify(self, application, replaces, icon, title, text, actions, hints, expires, reply, fail):
        if title == "hang":
            tell("hangs")
            return
        if title == "refuse":
            fail(dbus.DBusException("this is refused", name="org.example.Error.Refused"))
            return
        if title == "refuse at length":
            fail(dbus.DBusException("x" + "é" * 300, name="org.example.Error.Refused"))
            return
        Notifications.count += 1
        number = replaces or Notifications.count
        tell("notify", application, number, replaces, icon, title, text, actions, hints, expires)
        reply(number)

    @dbus.service.method(NOTIFICATIONS, in_signature="u")
    def CloseNotification(self, number):
        tell("close", number)


def on_command(*_):
    line = sys.stdin.readline().split()
    if not line or line[0] == "quit":
        os._exit(0)  # what is under way is not answered
    if line[0] == "bytes":
        Item(bus, {"application": "test", "name": line[1]}, b"\xff\xfe")
    elif line[0] == "user":
        state["user"] = line[1]
    else:
        state.update({"strict": {"strict": True}, "lock": {"locked": True}, "unlock": {"locked": False}, "hang": {"hangs": True}, "markup": {"markup": True}}[line[0]])
    tell("done")
    return True


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
names = [dbus.service.BusName(name, bus) for name in ("org.freedesktop.secrets", NOTIFICATIONS)]
served = [Secrets(bus, ROOT), Collection(bus, f"{ROOT}/aliases/default"), Notifications(bus, "/org/freedesktop/Notifications")]
GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, on_command)
tell("ready")
GLib.MainLoop().run()

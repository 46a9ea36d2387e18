"""What the todo core answers to `@get`, `@subscribe` and `@unsubscribe`, and how small the patches are.

Random ones are in test_mirror.py.
"""

import unittest
import uuid

from hosting import CallError, Core
from catalog import Catalog, complaint
from todo_messages import tagging, todo

TIME = "2026-11-21T09:30:00Z"
CONFIG = {"clock": "virtual", "with": {"date": TIME}}
IDS = [str(uuid.UUID(int=number, version=4)) for number in range(1000)]
NEW = str(uuid.UUID(int=5000, version=4))


def items(count):
    """A config whose state has so many items."""
    entities = {identity: {"id": identity, "text": "Buy milk", "completed": False, "created": TIME}
                for identity in IDS[:count]}
    empty = {"ids": [], "entities": {}}
    return {**CONFIG, "state": {"items": {"ids": IDS[:count], "entities": entities}, "tags": empty, "journal": empty}}


class Following(unittest.TestCase):
    def open(self, config=None):
        self.heard = []
        self.core = Core("todo", CONFIG if config is None else config, hear=self.heard.append)
        self.addCleanup(self.core.close)

    def hear(self, *messages):
        """What is heard of messages that are handled together."""
        self.heard.clear()
        for message in messages:
            self.core.send(message)
        self.core.process()
        return self.heard[:]

    def notices(self, *messages):
        return [message for message in self.hear(*messages) if "@patch" in message or "@value" in message]

    def subscribe(self, path, name=None):
        return self.hear({"@subscribe": {"path": path, **({"subscription": name} if name else {})}})

    def operations(self, *messages):
        """The operations of the patches that are heard, by the name of the subscription."""
        return {message["@patch"]["subscription"]: message["@patch"]["ops"] for message in self.notices(*messages)}

    def assert_error(self, heard, identity=None):
        (message,) = heard
        self.assertEqual(message["@error"]["code"], "emessage")
        self.assertEqual(message.get("@id"), identity)
        self.assertTrue(message["@error"]["message"])
        return message["@error"]["message"]


class SubscribedWindows(Following):
    """A window of 5 of 1 000 items."""

    def setUp(self):
        self.open(items(1000))
        self.window = {"subscription": "rows", "path": "/items", "from": 500, "limit": 5}

    def value(self, *messages):
        (message,) = self.hear(*messages)
        body = message["@value"]
        return body["value"]["ids"], body["from"], body["count"]

    def test_given_a_window_when_opened_and_moved_then_its_items_are_told(self):
        self.assertEqual(self.value({"@subscribe": self.window}), (IDS[500:505], 500, 1000))
        self.assertEqual(self.value({"@window": {"subscription": "rows", "from": 998}}), (IDS[998:1000], 998, 1000))
        self.assertEqual(self.value({"@window": {"subscription": "rows", "from": 0, "limit": 2}}), (IDS[:2], 0, 1000))
        self.assertEqual(self.value({"@window": {"subscription": "rows"}}), (IDS[:2], 0, 1000))

    def test_given_a_window_when_an_item_is_added_behind_it_then_the_count_is_told(self):
        self.hear({"@subscribe": self.window})
        (notice,) = self.notices(todo("add", item={"id": NEW, "text": "a"}))
        self.assertEqual(notice["@patch"], {"subscription": "rows", "from": 0, "revision": 1, "ops": [], "count": 1001})
        self.assertEqual(self.notices(todo("check", id=IDS[0])), [])

    def test_given_a_window_when_moved_in_a_batch_then_nothing_of_the_old_one_is_told(self):
        self.hear({"@subscribe": self.window})
        notices = self.notices(todo("check", id=IDS[501]), {"@window": {"subscription": "rows", "from": 501}})
        self.assertEqual(notices[-1]["@value"]["value"]["entities"][IDS[501]]["completed"], True)
        self.assertEqual(self.notices(), [])

    def test_given_what_is_no_list_when_a_window_is_opened_then_there_is_an_error_and_no_subscription(self):
        for path in ("", f"/items/entities/{IDS[0]}", "/view/openCount"):
            error = self.assert_error(self.hear({"@subscribe": {**self.window, "path": path}}))
            self.assertIn("a list is expected where from or limit is given", error)
            self.assertIn("found \"rows\"", self.assert_error(self.hear({"@unsubscribe": {"subscription": "rows"}})))

    def test_given_no_window_when_moved_then_there_is_an_error(self):
        error = self.assert_error(self.hear({"@window": {"subscription": "rows", "from": 1}}))
        self.assertEqual(error, '@window: found "rows"; the name of a subscription is expected')
        self.subscribe("/items", "rows")
        error = self.assert_error(self.hear({"@window": {"subscription": "rows", "from": 1}}))
        self.assertEqual(
            error, '@window: "rows" is a subscription without a window; one with from or limit is expected')


class Sizes(Following):
    """Of 1 000 items, one is changed: what is told is the change."""

    def setUp(self):
        self.open(items(1000))
        self.index, self.id = 500, IDS[500]
        for path in ("", "/items", "/items/ids", "/items/entities", f"/items/entities/{self.id}", "/tags"):
            self.subscribe(path)

    def test_given_an_item_when_checked_then_its_changed_members_are_told(self):
        def changes(prefix):
            return [{"op": "replace", "path": f"{prefix}/completed", "value": True},
                    {"op": "add", "path": f"{prefix}/alterDate", "value": TIME}]

        self.assertEqual(self.operations(todo("check", id=self.id)), {
            "": changes(f"/items/entities/{self.id}"), "/items": changes(f"/entities/{self.id}"),
            "/items/entities": changes(f"/{self.id}"), f"/items/entities/{self.id}": changes("")})

    def test_given_an_item_when_unscheduled_then_a_member_is_removed(self):
        self.hear(todo("schedule", id=self.id, due=TIME))
        self.assertEqual(self.operations(todo("schedule", id=self.id))["/items"],
                         [{"op": "remove", "path": f"/entities/{self.id}/due"}])

    def test_given_a_new_item_when_added_then_it_and_its_place_are_told(self):
        item = {"id": NEW, "text": "Buy bread", "completed": False, "created": TIME}

        def changes(items, ids):
            element = [{"op": "add", "path": f"{items}/{NEW}", "value": item}] if items is not None else []
            return element + ([{"op": "add", "path": f"{ids}/1000", "value": NEW}] if ids is not None else [])

        self.assertEqual(self.operations(todo("add", item={"id": NEW, "text": "Buy bread"})), {
            "": changes("/items/entities", "/items/ids"), "/items": changes("/entities", "/ids"),
            "/items/entities": changes("", None), "/items/ids": changes(None, "")})

    def test_given_an_item_when_deleted_then_its_id_and_place_are_told(self):
        def changes(items, ids):
            element = [{"op": "remove", "path": f"{items}/{self.id}"}] if items is not None else []
            return element + ([{"op": "remove", "path": f"{ids}/{self.index}"}] if ids is not None else [])

        heard = self.notices(todo("delete", id=self.id))
        values = [message["@value"] for message in heard if "@value" in message]
        self.assertEqual([(value["subscription"], "value" in value) for value in values],
                         [(f"/items/entities/{self.id}", False)])
        self.assertEqual({message["@patch"]["subscription"]: message["@patch"]["ops"]
                          for message in heard if "@patch" in message}, {
            "": changes("/items/entities", "/items/ids"), "/items": changes("/entities", "/ids"),
            "/items/entities": changes("", None), "/items/ids": changes(None, "")})

    def test_given_an_item_when_changed_in_a_batch_and_changed_back_then_nothing_is_told(self):
        self.hear(todo("edit", id=self.id, text="one"))
        self.assertEqual(self.notices(todo("edit", id=self.id, text="two"), todo("edit", id=self.id, text="one")), [])
        self.assertEqual(self.notices(todo("add", item={"id": NEW, "text": "a"}), todo("delete", id=NEW)), [])

    def test_given_a_batch_when_it_has_changed_an_item_twice_then_it_is_told_once(self):
        self.hear(todo("check", id=self.id))
        self.assertEqual(self.operations(todo("edit", id=self.id, text="one"), todo("edit", id=self.id, text="two")), {
            name: [{"op": "replace", "path": f"{prefix}/text", "value": "two"}]
            for name, prefix in (("", f"/items/entities/{self.id}"), ("/items", f"/entities/{self.id}"),
                                 ("/items/entities", f"/{self.id}"), (f"/items/entities/{self.id}", ""))})


class Patches(Following):
    def test_given_messages_of_a_batch_then_its_patches_are_behind_them_without_their_ids(self):
        self.open()
        self.subscribe("/items", "list")
        heard = self.hear({**todo("add", item={"text": "a"}), "@id": 1}, {**todo("add", item={"text": "b"}), "@id": 2})
        self.assertEqual([message.get("@id") for message in heard], [1, 1, 2, 2, None])
        patch = heard[-1]["@patch"]
        self.assertEqual((patch["subscription"], patch["from"], patch["revision"]), ("list", 0, 2))

    def test_given_batches_of_one_message_then_each_has_its_patch(self):
        self.open({**CONFIG, "limits": {"batch": 1}})
        self.subscribe("/items", "list")
        heard = self.notices(*(todo("add", item={"text": text}) for text in "abc"))
        self.assertEqual([(message["@patch"]["from"], message["@patch"]["revision"]) for message in heard],
                         [(0, 1), (1, 2), (2, 3)])

    def test_given_an_element_that_is_not_there_when_it_comes_and_goes_then_values_tell(self):
        self.open()
        path = f"/items/entities/{NEW}/text"
        self.assertEqual(self.subscribe(path, "text"),
                         [{"@value": {"subscription": "text", "path": path, "revision": 0}}])
        for revision in (1, 3):
            self.assertEqual(self.notices(todo("add", item={"id": NEW, "text": "a"})),
                             [{"@value": {"subscription": "text", "path": path, "revision": revision, "value": "a"}}])
            self.assertEqual(self.notices(todo("delete", id=NEW)),
                             [{"@value": {"subscription": "text", "path": path, "revision": revision + 1}}])

    def test_given_a_value_without_parts_when_it_changes_then_it_is_replaced(self):
        self.open(items(2))
        for path in (f"/items/entities/{IDS[1]}/text", "/view/openCount"):
            self.subscribe(path)
        for message, name, value in ((todo("edit", id=IDS[1], text="b"), f"/items/entities/{IDS[1]}/text", "b"),
                                     (todo("check", id=IDS[1]), "/view/openCount", 1)):
            self.assertEqual(self.operations(message)[name], [{"op": "replace", "path": "", "value": value}])

    def test_given_a_position_when_another_element_is_there_then_that_is_told(self):
        self.open(items(2))
        self.subscribe("/items/ids/0", "first")
        self.assertEqual(self.notices(todo("add", item={"text": "c"})), [])
        self.assertEqual(self.notices(todo("delete", id=IDS[0])),
                         [{"@value": {"subscription": "first", "path": "/items/ids/0", "revision": 2, "value": IDS[1]}}])

    def test_given_a_subscription_when_it_has_ended_then_no_more_is_heard_and_its_name_is_free(self):
        self.open()
        self.subscribe("/items", "list")
        self.assertEqual(self.hear({"@unsubscribe": {"subscription": "list"}, "@id": 1}), [])
        self.assertEqual(self.notices(todo("add", item={"text": "a"})), [])
        self.assertEqual(len(self.subscribe("/tags", "list")), 1)

    def test_given_a_name_in_use_when_it_is_subscribed_to_then_the_first_stays(self):
        self.open()
        self.subscribe("/items", "list")
        error = self.assert_error(self.hear({"@subscribe": {"subscription": "list", "path": "/tags"}, "@id": 7}), 7)
        self.assertIn("list", error)
        self.assertEqual(self.notices(tagging("create", tag={"name": "a"})), [])
        self.assertEqual(len(self.notices(todo("add", item={"text": "a"}))), 1)

    def test_given_no_such_subscription_when_it_is_ended_then_there_is_an_error(self):
        self.open()
        self.assertIn("list", self.assert_error(self.hear({"@unsubscribe": {"subscription": "list"}, "@id": "x"}), "x"))

    def test_given_no_name_when_subscribed_then_it_is_the_path(self):
        self.open()
        self.assertEqual(self.subscribe("/view/openCount"), [
            {"@value": {"subscription": "/view/openCount", "path": "/view/openCount", "revision": 0, "value": 0}}])
        (value,) = self.hear({"@subscribe": {}})
        self.assertEqual((value["@value"]["subscription"], value["@value"]["path"]), ("", ""))
        self.assertEqual(self.hear({"@unsubscribe": {"subscription": "/view/openCount"}},
                                   {"@unsubscribe": {"subscription": ""}}), [])


class Windows(Following):
    def setUp(self):
        self.open(items(10))
        self.core.send(tagging("create", tag={"id": NEW, "name": "a", "tagged": IDS[:3]}))
        self.core.process()
        self.catalog = Catalog.of("todo")

    def get(self, path, **bounds):
        (message,) = self.hear({"@get": {"path": path, **bounds}})
        self.assertIsNone(complaint(self.catalog.to_host, message))
        return message.get("@value", message)

    def test_given_a_list_when_a_part_is_asked_for_then_it_comes_with_the_length_of_the_whole(self):
        table = self.get("/items")["value"]
        for path in ("/items", "/view/open"):
            value = {"ids": IDS[3:5], "entities": {identity: table["entities"][identity] for identity in IDS[3:5]}}
            self.assertEqual(self.get(path, **{"from": 3, "limit": 2}),
                             {"path": path, "revision": 1, "from": 3, "count": 10, "value": value})
            self.assertEqual(self.get(f"{path}/entities", **{"from": 3, "limit": 2})["value"], value["entities"])
            self.assertEqual(self.get(f"{path}/ids", **{"from": 3, "limit": 2})["value"], IDS[3:5])
        for path, values in ((f"/tags/entities/{NEW}/tagged", IDS[1:3]), ("/view/tagNames", [])):
            part = self.get(path, **{"from": 1, "limit": 5})
            self.assertEqual((part["count"], part["value"]), (len(values) + 1, values))

    def test_given_bounds_beyond_the_end_then_the_part_ends_there(self):
        most = 2**63 - 1
        for bounds, expected in (({"from": 8}, IDS[8:10]), ({"limit": 2}, IDS[:2]), ({"from": 10}, []),
                                 ({"from": most, "limit": most}, []), ({"from": 9, "limit": most}, IDS[9:10]),
                                 ({"limit": 0}, [])):
            part = self.get("/items", **bounds)
            self.assertEqual((part["value"]["ids"], list(part["value"]["entities"])), (expected, expected), bounds)
            self.assertEqual((part["from"], part["count"]), (bounds.get("from", 0), 10))

    def test_given_what_is_no_list_when_a_part_is_asked_for_then_there_is_an_error(self):
        for path in ("", f"/items/entities/{IDS[0]}", f"/items/entities/{IDS[0]}/text", "/view/openCount", "/view"):
            self.assert_error(self.hear({"@get": {"path": path, "from": 1}}))

    def test_given_bounds_that_are_none_then_they_are_refused_as_the_catalog_says(self):
        for bad in (-1, 0.5, "1", True, [], {}):
            for name in ("from", "limit"):
                message = {"@get": {"path": "/items", name: bad}}
                self.assertIsNotNone(complaint(self.catalog.to_core, message), message)
                with self.assertRaises(CallError) as caught:
                    self.core.send(message)
                self.assertEqual(caught.exception.name, "EMESSAGE")


if __name__ == "__main__":
    unittest.main(verbosity=0)

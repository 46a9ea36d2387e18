"""Random messages to the todo core, and random pointers into its state, most of which mean something."""

import uuid

TABLES = {
    "items": ["id", "text", "completed", "created", "due", "alterDate"],
    "tags": ["id", "name", "tagged", "tagged/0", "tagged/2"],
    "journal": ["id", "text", "date"],
}
WHOLES = [
    "", *(f"/{table}{part}" for table in TABLES for part in ("", "/ids", "/entities")),
    "/view", "/view/open", "/view/openCount", "/view/tagNames", "/view/open/ids", "/view/open/entities",
]
# Where nothing is, and something may be another time.
NOWHERE = [
    "/items/ids/-", "/items/ids/99999999999999999999", "/items/entities/nobody", "/items/entities/", "/view/tagNames/-",
]
# What no state of the app has.
NEVER = [
    "/nothing", "/", "//", "/items/", "/items/ids/01", "/items/ids/-1", "/items/ids/1e0", "/items/count", "/~0",
    "/~1items", "/state", "/items/ids/0/0", "/items/entities/nobody/nothing", "/view/nothing", "/view/openCount/0",
]
TEXTS = ["Buy milk", "Grüße an Zoë 😀", "/a~b", "~1", "\u0000\n\"\\", "x" * 300, "", " \t"]
TIMES = ["2026-11-21T09:30:00Z", "2026-11-21T09:30:00.25Z", "1999-12-31T23:59:59+01:00"]
LISTS = [
    "/items", "/items", "/items/ids", "/items/entities", "/tags", "/journal", "/view/open", "/view/open", "/view/open/ids",
    "/view/tagNames",
]
NAMES = [*"abcdefghijklmnopqrst", "ä \"\\\n😀", "/items", ""]
KNOWN = 5  # ids of a table that messages begin with: few, so that elements are deleted and added again
WEIGHTS = {
    "add": 16, "delete": 10, "check": 10, "uncheck": 6, "edit": 8, "schedule": 7, "finishImport": 3, "create": 7,
    "delete_tag": 4, "tag": 9, "untag": 5, "write": 6, "rewrite": 5, "tear_out": 4, "list": 1, "advance": 4,
}


class TodoMessages:
    def __init__(self, random):
        self.random = random
        self.followed = [""]
        self.ids = {table: [self.new_id() for _ in range(KNOWN)] for table in TABLES}

    def new_id(self):
        return str(uuid.UUID(int=self.random.getrandbits(128), version=4))

    def learn(self, message):
        """Keeps in mind the ids that the core has drawn."""
        response = next(iter(message.values()), None)
        response = response.get("response", {}) if isinstance(response, dict) else {}
        items = response.get("wereImported", [])
        if "wasAdded" in response:
            items = [response["wasAdded"]]
        drawn = [item["id"] for item in items if "id" in item and item["id"] not in self.ids["items"]]
        self.ids["items"] = [*self.ids["items"][:3 * KNOWN], *drawn]

    def id(self, table):
        """Of an element that is there, or was, or will be; now and then, of none."""
        return self.random.choice(self.ids[table]) if self.random.random() < 0.95 else self.new_id()

    def state(self, count):
        """A state with so many items."""
        item = {"completed": False, "created": TIMES[0]}
        items = [{"id": self.new_id(), "text": f"{number}", **item} for number in range(count)]
        entities = {item["id"]: item for item in items}
        self.ids["items"] += self.random.sample(list(entities), min(count, KNOWN))
        empty = {"ids": [], "entities": {}}
        return {"items": {"ids": list(entities), "entities": entities}, "tags": empty, "journal": empty}

    # MARK: - Messages

    def message(self):
        kind = self.random.choices(list(WEIGHTS), WEIGHTS.values())[0]
        message = getattr(self, kind)()
        if kind != "advance" and self.random.random() < 0.2:
            message["@with"] = {"date": self.random.choice(TIMES)}
        return message

    def add(self):
        item = {"id": self.id("items")} if self.random.random() < 0.8 else {}
        if self.random.random() < 0.2:
            item |= {"due": self.random.choice(TIMES), "completed": self.random.random() < 0.5}
        return todo("add", item={"text": self.text(), **item})

    def delete(self):
        return todo("delete", id=self.id("items"))

    def check(self):
        return todo("check", id=self.id("items"))

    def uncheck(self):
        return todo("uncheck", id=self.id("items"))

    def edit(self):
        return todo("edit", id=self.id("items"), text=self.text())

    def schedule(self):
        due = {"due": self.random.choice(TIMES)} if self.random.random() < 0.6 else {}
        return todo("schedule", id=self.id("items"), **due)

    def finishImport(self):
        texts = [self.text() for _ in range(self.random.randrange(4))]
        result = {"success": texts} if self.random.random() < 0.8 else {"failure": {"name": "no", "message": "none"}}
        return todo("finishImport", **{"from": "groceries", "result": result})

    def create(self):
        tagged = [self.id("items") for _ in range(self.random.choice([0, 0, 1, 2]))]
        return tagging("create", tag={"id": self.id("tags"), "name": self.text(), "tagged": tagged})

    def delete_tag(self):
        return tagging("delete", id=self.id("tags"))

    def tag(self):
        return tagging("tag", **{"item": self.id("items"), "with": self.id("tags")})

    def untag(self):
        return tagging("untag", **{"item": self.id("items"), "from": self.id("tags")})

    def write(self):
        return journal("add", entry={"id": self.id("journal"), "text": self.text()})

    def rewrite(self):
        return journal("edit", id=self.id("journal"), text=self.text())

    def tear_out(self):
        return journal("delete", id=self.id("journal"))

    def list(self):
        return journal("list", day="2026-11-21")

    def advance(self):
        return {"@advance": {"by": self.random.choice([0, 1, 999, 5000])}}

    def text(self):
        return self.random.choice(TEXTS) if self.random.random() < 0.5 else str(self.random.random())

    # MARK: - Requests

    def request(self):
        kind = self.random.choices(["@subscribe", "@unsubscribe", "@window", "@get"], [5, 2, 2, 5])[0]
        if kind == "@window":
            return {kind: {"subscription": self.random.choice(NAMES), **self.bounds()}}
        if kind == "@unsubscribe":
            return {kind: {"subscription": self.random.choice(NAMES)}}
        # What is asked for is mostly what is followed as well.
        pointer = self.random.choice(self.followed) if kind == "@get" and self.random.random() < 0.8 else self.pointer()
        body = {"path": pointer} if pointer or self.random.random() < 0.5 else {}
        # Without a name it is the path's: now and then.
        if kind == "@subscribe" and (pointer not in NAMES or self.random.random() < 0.5):
            body["subscription"] = self.random.choice(NAMES)
        if kind == "@subscribe" and self.random.random() < 0.4:
            return {kind: {"subscription": self.random.choice(NAMES), "path": self.random.choice(LISTS), **self.bounds()}}
        if kind == "@subscribe":
            self.followed = ["", "", *self.followed[-8:], pointer]
        return {kind: body}

    def renewal(self, names):
        """Requests by which the name of a subscription gets another meaning at once."""
        name = self.random.choice(names)
        return [{"@unsubscribe": {"subscription": name}},
                {"@subscribe": {"subscription": name, "path": self.random.choice(WHOLES)}}]

    def pointer(self):
        kind = self.random.randrange(12)
        if kind < 3:
            return self.random.choice(WHOLES)
        if kind == 3:
            return self.random.choice(NOWHERE)
        table = self.random.choice(["items", "items", *TABLES])
        place = f"/{table}"
        members = TABLES[table]
        if table == "items" and self.random.random() < 0.3:
            place = "/view/open"
        if kind < 6:
            return f"{place}/ids/{self.random.randrange(8)}"
        if kind == 6:
            return f"/view/tagNames/{self.random.randrange(4)}"
        element = f"{place}/entities/{self.id(table)}"
        return element if kind < 9 else f"{element}/{self.random.choice(members)}"

    def bounds(self):
        """Of a window, sooner or later beyond every end."""
        numbers = [0, 1, 2, 3, 7, 50, 2**31, 2**63 - 1]
        start, limit = self.random.choice(numbers), self.random.choice(numbers)
        return self.random.choice([{"from": start}, {"limit": limit}, {"from": start, "limit": limit}])


def todo(case, **values):
    return {"todo": {"request": {case: values}}}


def tagging(case, **values):
    return {"tagging": {"request": {case: values}}}


def journal(case, **values):
    return {"journal": {"request": {case: values}}}

"""A catalog with all hard names and hostile texts in every place, of which each compiler builds a client.

    hard_names.py CATALOG CLIENT...

The catalog is that of another app, whose messages of Adit it has; the clients are those of that app, in every language: each word in them
is a type and a member of the new catalog, so what a generated file names itself is among its hard names.
"""

import itertools
import json
import pathlib
import re
import sys

# The keywords of C++, C#, Go, Java, Kotlin, Python, Rust, Swift and TypeScript, and names of which every object there has one.
KEYWORDS = """
BUFSIZ EOF INFINITY NAN NULL Self abstract actor adit alignas alignof allCases and and_eq any arguments as asm assert associatedtype
associativity async auto await base become bitand bitor bool borrowing box break by byte case catch chan char char16_t char32_t char8_t
checked class clone cls co_await co_return co_yield companion compl component1 concept const const_cast consteval constexpr constinit
constructor consuming continue convenience copy crate data debugger decimal decltype decode decoder def default defer deinit del delegate
delete description dict didSet do double dyn dynamic dynamic_cast elif else encode encoder entries enum equals errno eval event except
explicit export extends extension extern fallthrough false field fileprivate final finalize finally fixed float fmt fn for foreach friend
from from_json fun func function gen get getClass getHashCode getType global go goto guard hasOwnProperty hash hashCode hashValue hash_value
if impl implements implicit import in indirect infix init inline inout instanceof int interface internal into is isPrototypeOf it item items
json key keys lambda lateinit lazy left let linux list lock long loop macro main map match members memberwiseClone message mod module move
mro mut mutable mutating name namespace native never new nil noexcept noinline none nonisolated nonlocal not not_eq null nullptr number
object open operator optional or or_eq ordinal out override package params pass path postfix precedence precedencegroup prefix print priv
private property propertyIsEnumerable protected protocol prototype pub public raise range rawValue readonly receiver record ref
referenceEquals register reified reinterpret_cast repeat require required requires rethrows return right sbyte sealed select self send serve
set short signed sizeof stackalloc static static_assert static_cast std stderr stdin stdout str string struct subscript super suspend switch
symbol synchronized tailrec template this thread_local throw throws to toJson toLocaleString toString to_json trait transient true try tuple
type typealias typedef typeid typename typeof uint ulong unchecked undefined union unix unknown unowned unsafe unsigned unsized unwrap use
ushort using val value valueOf values var vararg virtual void volatile wchar_t weak when where while willSet with xor xor_eq yield
""".split()

# What ends a comment, a text or a tag somewhere, with something behind it that is no code anywhere.
ENDS = ["*/", "/*", "//", "#", "\"\"\"", "'''", "\"", "'", "`", "`\"", "\\", "\\\"", "\n", "\r", "\r\n", "\u2028", "\u2029", "\u0085", "\u000b",
        "\u000c", "\u001f", "\u007f", "\ufeff", "\u202e", "\u2066", "}", ");", "${", "$", "\\(", "\\u{", "{", "%", "%s", "<", "&", "@", ",", "]", "-->"]
TEXTS = [f"{end}injected(){end}" for end in ENDS] + [end for end in ENDS if end.strip() == end] + [
    "${injected()}", "\\(injected())", "#{injected()}", "`);injected();(`", "*/ injected() /*", "\"\"\" + injected() + \"\"\"", "__proto__", "-", "",
    " ", "_", "_0", "_1", "0", "1a", "\u00e9", "\u00fc\u00df", "\u65e5\u672c", "\U0001f600", "a-b", "a_b", "aB", "AB", "a b", "Ab",
]
NUMBERS = itertools.count()
DOC = "\n".join(TEXTS) + "\nA lone return:\rinjected()\n" + "".join(ENDS)


def main(*arguments):
    catalog, *clients = arguments
    document = json.loads(pathlib.Path(catalog).read_text())
    words = {word for path in clients for word in re.findall(r"[A-Za-z][A-Za-z0-9_]*", code(pathlib.Path(path).read_text()))}
    print(json.dumps(hard(document, sorted(words | set(KEYWORDS)))))


def code(text):
    """A source text without its comments, more or less."""
    return re.sub(r'"""(?!$).*?"""|/\*.*?\*/|//[^\n]*', " ", text, flags=re.DOTALL)


def hard(document, words):
    """The catalog of the app `in`, which is a keyword, too."""
    definitions = document["$defs"]
    kept = {key: schema for key, schema in definitions.items() if key.startswith("@")}
    own = {name for name in definitions["@toCore"]["properties"] if not name.startswith("@")}
    small = [word for word in words if word[0].islower() and len(word) < 24]
    fields = [*KEYWORDS, *TEXTS, *(word for word in small if word not in KEYWORDS)]
    for number, part in enumerate(chunks(fields, 90)):
        kept[f"Fields{number}"] = record({key: plain(index) for index, key in enumerate(part)}, part[::3])
    for word in words:
        if word[0].isupper():
            kept[word] = documented({"type": "string", "oneOf": [documented({"const": "a"})]})
    kept["Texts"] = {"type": "string", "oneOf": [documented({"const": text}) for text in [*KEYWORDS, *TEXTS]]}
    kept["Numbers"] = {"type": "integer", "oneOf": [documented({"const": number}) for number in (-1, 0, 1, 2**40)]}
    kept["Alias"] = documented({"const": "\"] + injected() + [\""})
    kept["Choice"] = documented({"anyOf": [{"type": "boolean"}, {"const": "\"injected()"}, {"type": "array", "items": {"type": "number"}}]})
    for name, cases in [("Client", ["options", "error"]), ("Decoding", ["error"]), ("Gateway", ["items", "error"]), ("In", ["client"]),
                        ("Message", ["error", "toCore"]), ("Follow", ["ed", "edParts"]), ("Sent", ["beside"]), ("JSON", ["value", "decoder"])]:
        kept[f"Outer.{name}"] = enum({case: {"type": "boolean"} for case in cases})
    for number, part in enumerate(chunks([*KEYWORDS, *TEXTS], 90)):
        kept[f"Cases{number}"] = enum({key: payload(index, key) for index, key in enumerate(part)})
    types = [key for key in kept if not key.startswith("@")]
    for number, part in enumerate(chunks([key for key in types if key in words], 90)):
        kept[f"Types{number}"] = record({f"type{index}": {"$ref": f"#/$defs/{key}"} for index, key in enumerate(part)})
    types = [key for key in kept if not key.startswith("@") and key not in words]
    kept["Message._Hard"] = enum({f"part{number}": {"$ref": f"#/$defs/{key}"} for number, key in enumerate(types)})
    for direction, side in [("@toCore", "request"), ("@toHost", "response")]:
        message = {"hard": documented({"$ref": "#/$defs/Message._Hard"})}
        for number, (key, part) in enumerate(zip(KEYWORDS[::6], chunks([*KEYWORDS, *KEYWORDS], 8))):
            # A feature of each name, whose requests have names as well.
            kept[f"Message.Feature{number}.{side}"] = enum({name: payload(index + number, name) for index, name in enumerate(part)})
            kept[f"Message._Feature{number}{direction}"] = enum({side: {"$ref": f"#/$defs/Message.Feature{number}.{side}"}})
            message[key] = {"$ref": f"#/$defs/Message._Feature{number}{direction}"}
        messages(kept[direction], own, message)
    followed = [*KEYWORDS[::4], *TEXTS]
    kept["State"] = record({key: {"type": "array", "items": {"type": "boolean"}} for key in [*followed[:80], "items", "itemsWindow", "view in"]})
    kept["@state"] = {"$ref": "#/$defs/State"}
    kept["@view"] = record({key: {"type": "boolean"} for key in [*followed[-80:], "in", "iD", "id", "ID", "Id"]})
    gateways(kept, [*KEYWORDS[1::4], *TEXTS, "config", "builder", "serveOne", "served", "toString", "constructor"][:200])
    document.update({"title": "in", "version": TEXTS[0], "$defs": kept})
    return document


def chunks(values, size):
    """Java has no functions of more than 255 parameters."""
    return [values[start:start + size] for start in range(0, len(values), size)]


def documented(schema):
    """With a doc comment: one text after the other, and now and then all of them."""
    number = next(NUMBERS)
    return {"description": DOC if number % 97 == 0 else TEXTS[number % len(TEXTS)], **schema}


def plain(index):
    return documented([{"type": "boolean"}, {"type": "string"}, {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 255}, {"type": "null"}]}][index % 3])


def record(properties, required=()):
    properties = {key: documented(schema) if "$ref" in schema else schema for key, schema in properties.items()}
    return documented({"type": "object", "properties": properties, "required": list(required), "additionalProperties": False})


def enum(cases):
    return documented({"type": "object", "properties": cases, "minProperties": 1, "maxProperties": 1, "additionalProperties": False})


def payload(index, key):
    """No value, one value, or several with the names of the case."""
    if index % 3 == 0:
        return documented({"type": "object", "properties": {}, "additionalProperties": False})
    if index % 3 == 1:
        return documented({"type": "boolean"})
    return record({key: plain(1), "value": plain(0), "a_b": plain(0), "aB": plain(0)}, [key])


def messages(schema, own, message):
    """Replaces the app's messages."""
    forms = [{"required": [key]} for key in message]
    schema["properties"] = {**message, **{key: value for key, value in schema["properties"].items() if key not in own}}
    for holder in (schema, *schema.get("dependentSchemas", {}).values()):
        holder["oneOf"] = forms + [one for one in holder["oneOf"] if one["required"][0] not in own]


def gateways(kept, names):
    forms, parts = [], {}
    for index, name in enumerate(names):
        request, reply = plain(index), [None, plain(index), plain(index)][index % 3]
        says = {0: {"const": False}, 1: {"const": True}, 2: {"type": "string", "const": "many"}}[index % 3]
        parts[name] = record({"request": request, **({"reply": reply} if reply else {})}, ["request"] + ["reply"] * bool(reply))
        forms.append(record({"id": {"type": "string"}, "gateway": {"type": "string", "const": name}, "request": request, "reply": says},
                            ["id", "gateway", "request", "reply"]))
    kept["@gateways"] = record(parts, names)
    kept["@toHost"]["properties"]["@effect"] = {"anyOf": forms}


if __name__ == "__main__":
    main(*sys.argv[1:])

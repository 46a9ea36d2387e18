// Operations of a JSON Patch (RFC 6902), applied to a value in place.

// The keys of a JSON Pointer (RFC 6901).
function keysOf(pointer) {
    return pointer.split("/").slice(1).map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function has(parent, key) {
    return parent !== null && typeof parent === "object" && Object.hasOwn(parent, key);
}

function find(document, keys) {
    return keys.reduce((parent, key) => {
        if (!has(parent, key)) throw new Error(`no ${key}`);
        return parent[key];
    }, document);
}

function position(list, key, last) {
    const index = key === "-" ? list.length : Number(key);
    if (!Number.isInteger(index) || index < 0 || index > last) throw new Error(`no position ${key}`);
    return index;
}

// Each returns the document: another one if its keys are none.

function add(document, keys, value) {
    if (keys.length === 0) return value;
    const parent = find(document, keys.slice(0, -1)), key = keys.at(-1);
    if (Array.isArray(parent)) parent.splice(position(parent, key, parent.length), 0, value);
    else Object.defineProperty(parent, key, {value, writable: true, enumerable: true, configurable: true});
    return document;
}

function remove(document, keys) {
    if (keys.length === 0) return undefined;
    const parent = find(document, keys.slice(0, -1)), key = keys.at(-1);
    if (Array.isArray(parent)) parent.splice(position(parent, key, parent.length - 1), 1);
    else if (!has(parent, key)) throw new Error(`no ${key}`);
    else delete parent[key];
    return document;
}

function replace(document, keys, value) {
    if (keys.length === 0) return value;
    find(document, keys);
    const parent = find(document, keys.slice(0, -1));
    parent[keys.at(-1)] = value;
    return document;
}

function move(document, from, keys) {
    const value = find(document, from);
    return add(remove(document, from), keys, value);
}

function apply(document, {op, path, from, value}) {
    const keys = keysOf(path);
    switch (op) {
        case "add": return add(document, keys, value);
        case "remove": return remove(document, keys);
        case "replace": return replace(document, keys, value);
        case "move": return move(document, keysOf(from), keys);
        case "copy": return add(document, keys, structuredClone(find(document, keysOf(from))));
        default: throw new Error(`no operation ${op}`); // The core sends no test.
    }
}

// Returns the document with all operations applied; throws if one does not fit.
export function applyPatch(document, operations) {
    return operations.reduce(apply, document);
}

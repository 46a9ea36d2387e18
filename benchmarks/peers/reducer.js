// The todo core and the counter in JavaScript: a reducer that changes its state in place.
"use strict";

const state = { items: [], byId: new Map(), completed: 0, counter: 0 };
const known = new Set(["id", "text", "completed", "created", "due", "alterDate"]);
const uuid = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;

function onlyMember(object) {
    const keys = Object.keys(object);
    if (keys.length !== 1) throw new Error("found " + keys.length + " members; one is expected");
    return keys[0];
}

function drawId() {
    let id = "";
    for (let digit = 0; digit < 32; digit++) {
        if (digit === 8 || digit === 12 || digit === 16 || digit === 20) id += "-";
        id += digit === 12 ? "4" : "0123456789abcdef"[(Math.random() * 16) | 0];
    }
    return id;
}

function now() {
    return new Date().toISOString();
}

function tell(answer) {
    hear(JSON.stringify(answer));
}

function requestReview() {
    tell({ appReview: { requestReview: {} } });
    return state.items.length >= 3 || state.completed >= 1;
}

function add({ item }) {
    for (const key of Object.keys(item)) if (!known.has(key)) throw new Error("unknown key " + key);
    if (typeof item.text !== "string" || item.text.trim() === "") throw new Error("no text");
    if (item.id !== undefined && !uuid.test(item.id)) throw new Error("no UUID");
    const id = item.id === undefined ? drawId() : item.id.toLowerCase();
    if (state.byId.has(id)) throw new Error("doubled");
    const added = { id, text: item.text, completed: item.completed === true, created: item.created || now() };
    if (item.due !== undefined) added.due = item.due;
    if (item.alterDate !== undefined) added.alterDate = item.alterDate;
    state.byId.set(id, added);
    state.items.push(added);
    tell({ todo: { response: { wasAdded: added } } });
    requestReview();
}

function check({ id }, completed) {
    const item = state.byId.get(id);
    if (item === undefined) throw new Error("unknown item");
    if (item.completed !== completed) {
        item.completed = completed;
        item.alterDate = now();
        state.completed += completed ? 1 : -1;
    }
    tell({ todo: { response: completed ? { wasChecked: item } : { wasUnchecked: item } } });
    if (completed) requestReview();
}

function increment({ by }) {
    if (!Number.isInteger(by)) throw new Error("no integer");
    state.counter += by;
    tell({ counter: { response: { wasIncremented: { to: state.counter } } } });
}

function handle(text) {
    const message = JSON.parse(text);
    const app = onlyMember(message);
    if (onlyMember(message[app]) !== "request") throw new Error("no request");
    const body = message[app].request;
    const request = onlyMember(body);
    if (app === "counter" && request === "increment") return increment(body.increment);
    if (app !== "todo") throw new Error("unknown app " + app);
    if (request === "add") return add(body.add);
    if (request === "check") return check(body.check, true);
    if (request === "uncheck") return check(body.uncheck, false);
    throw new Error("unknown request " + request);
}

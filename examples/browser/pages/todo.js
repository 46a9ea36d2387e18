// The todo page: sends what the user does, and draws the state.

import {Connection} from "./connection.js";
import {byId} from "./elements.js";
import {List} from "./list.js";
import {Mirror} from "./mirror.js";
import {Row} from "./row.js";

// What was undone, by its message.
const names = {
    add: "adding an item", delete: "deleting an item", check: "checking an item off", uncheck: "taking a check back",
    edit: "editing an item",
};

const failures = {
    emptyText: "An item needs a text.",
    unknownItem: "That item has been deleted.",
    doubledItem: "There is such an item already.",
};

let lastId = 0;
let idOfAdd = null; // of the last request to add an item
let hasAppeared = false;

const connection = new Connection({connected, received, refused: fail, lost: fail});
const items = new Mirror(connection, "items", "/items", drawItems);
const openCount = new Mirror(connection, "openCount", "/view/openCount", drawCount);
const list = new List(byId("list"), (id) => new Row(() => items.value.entities[id], request), () => byId("text").focus());

byId("add").addEventListener("submit", (event) => {
    event.preventDefault();
    idOfAdd = request({add: {item: {text: byId("text").value}}});
});

for (const [id, message] of [["undo", {"@undo": {}}], ["redo", {"@redo": {}}]]) {
    byId(id).addEventListener("click", () => tell(message));
}
addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || event.target.matches("input[type=text]")) return;
    event.preventDefault();
    tell(event.shiftKey ? {"@redo": {}} : {"@undo": {}});
});
byId("window").href = location.href; // with the token
for (const button of byId("review").querySelectorAll("button")) button.addEventListener("click", endReview);

function request(request) { return tell({todo: {request}}); }

function tell(message) {
    fail("");
    say("");
    connection.send({...message, "@id": ++lastId});
    return lastId;
}

// -- Messages of the core. --

function connected() {
    fail("");
    items.subscribe();
    openCount.subscribe();
    if (!hasAppeared) connection.send({appReview: {requestReview: {}}});
    hasAppeared = true;
}

function received(message) {
    if (items.receive(message) || openCount.receive(message)) return;
    if (message.todo?.response !== undefined) respond(message.todo.response, message["@id"]);
    else if (message["@effect"]?.gateway === "review") askForReview();
    else if (message["@undone"] !== undefined) say(`Undone: ${named(message["@undone"])}.`);
    else if (message["@redone"] !== undefined) say(`Done again: ${named(message["@redone"])}.`);
    else if (message["@error"] !== undefined) fail(message["@error"].message);
}

function respond(response, id) {
    const [name, value] = Object.entries(response)[0];
    if (name.startsWith("wasNot")) {
        const error = value.error ?? value._1;
        fail(failures[error] ?? error);
    } else if (name === "wasAdded" && id === idOfAdd) {
        byId("text").value = "";
        list.scrollToEnd();
    }
}

function named({messages}) {
    return messages.map((message) => names[message.split(".").at(-1)] ?? message).join(", ");
}

// Beside the list: whoever is typing goes on.
function askForReview() {
    byId("review").hidden = false;
}

function endReview() {
    const hadFocus = byId("review").contains(document.activeElement);
    byId("review").hidden = true;
    if (hadFocus) byId("text").focus();
}

// -- Drawing. --

function drawItems() {
    const {ids} = items.value;
    byId("total").textContent = ids.length === 1 ? "1 item" : `${ids.length.toLocaleString("en")} items`;
    byId("empty").hidden = ids.length > 0;
    list.show(ids);
}

function drawCount() {
    byId("open").textContent = `${openCount.value.toLocaleString("en")} open`;
}

function fail(text) {
    byId("failure").textContent = text;
}

function say(text) {
    byId("said").textContent = text;
}

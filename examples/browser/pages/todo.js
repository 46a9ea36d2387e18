// The todo page: sends what the user does, and draws the state.

import {Connection} from "./connection.js";
import {byId} from "./elements.js";
import {List} from "./list.js";
import {Mirror} from "./mirror.js";
import {Row} from "./row.js";

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
const list = new List(byId("list"), (id) => new Row(() => items.value.entities[id], request));

byId("add").addEventListener("submit", (event) => {
    event.preventDefault();
    idOfAdd = request({add: {item: {text: byId("text").value}}});
});

function request(request) {
    fail("");
    connection.send({todo: {request}, "@id": ++lastId});
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

function askForReview() {
    if (!byId("review").open) byId("review").showModal();
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

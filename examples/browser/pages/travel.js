// The travel planner's page: each control performs its action, and the state is drawn.

import {Connection} from "./connection.js";
import {button, byId, element} from "./elements.js";
import * as format from "./format.js";
import {Mirror} from "./mirror.js";
import {Pickers} from "./pickers.js";
import {places} from "./places.js";

const actionLimit = 9;
const favourites = [places[0], places[2], places[5]];

const connection = new Connection({connected, received, refused: fail, lost: fail});
const screen = new Mirror(connection, "screen", "", draw);
const pickers = new Pickers((reply) => connection.send({"@reply": reply}));

// What the rows show. The other controls have nothing to tell.
const shown = {
    fromLocationRowPressed: ({from}) => ({location: from}),
    toLocationRowPressed: ({to}) => ({location: to}),
    departureArrivalRowPressed: ({time}) => ({queryType: time.queryType, date: time.date}),
};

for (const control of document.querySelectorAll("[data-action]")) {
    const action = control.dataset.action;
    control.addEventListener("click", () => perform(action, shown[action]?.(screen.value)));
}

function perform(action, values = {}) {
    fail("");
    connection.send({perform: {[action]: values}});
}

// -- Messages of the core. --

function connected(client) {
    fail("");
    pickers.close();
    screen.subscribe();
    connection.send({stream: {request: {subscribe: {subscription: client}}}});
}

function received(message) {
    if (screen.receive(message)) return;
    if (message["@effect"] !== undefined) pickers.present(message["@effect"]);
    else if (message["@cancel"] !== undefined) pickers.cancel(message["@cancel"]);
    else if (message["@error"] !== undefined) fail(message["@error"].message);
    else if (message.trip !== undefined) byId("trip").textContent = format.trip(message.trip.wasPlanned.trip);
    else if (message.picker?.wasNotPresented !== undefined) fail(message.picker.wasNotPresented.error.message);
    else if (message.picker?.wasCancelled !== undefined) fail("Nothing was picked.");
    else if (message.stream !== undefined) list(message.stream.response.actionPerformed?.action);
}

function list(action) {
    if (action === undefined) return; // The subscription has begun.
    const [name, values] = format.action(action);
    const actions = byId("actions");
    actions.prepend(element("li", {}, element("code", {}, name), element("span", {className: "quiet"}, values)));
    while (actions.children.length > actionLimit) actions.lastElementChild.remove();
}

// -- Drawing. --

function draw() {
    const {from, to, time, options, directTo, ciCo} = screen.value;
    byId("from").textContent = format.location(from);
    byId("to").textContent = format.location(to);
    byId("query-type").textContent = time.queryType === "arrival" ? "Arrival" : "Departure";
    byId("time").textContent = format.date(time.date);
    byId("now").dataset.state = time.now;
    byId("now-state").textContent = time.now;
    byId("options").textContent = format.travelOptions(options);
    byId("direct-to").textContent = format.directToOptions(directTo.options);
    byId("address").textContent = directTo.address === undefined ? "Set an address" : "Change the address";
    byId("ci-co").textContent = format.ciCoOptions(ciCo);
    drawLocations(directTo.address);
}

function drawLocations(address) {
    const locations = address === undefined ? favourites : [address, ...favourites];
    byId("locations").replaceChildren(...locations.map((location) =>
        button(location.name, `Plan a trip to ${location.name}`, () => perform("widgetDirectTo_selectLocation", {location}))));
}

function fail(text) {
    byId("failure").textContent = text;
}

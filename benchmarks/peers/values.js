// The core that keeps values, in JavaScript. Ids stay texts, whose form is looked at; dates are Dates.
"use strict";

const uuid = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;
const read = {
    integers: (value) => (Number.isInteger(value) ? value : fail(value)),
    doubles: (value) => (typeof value === "number" ? value : fail(value)),
    ids: (value) => (uuid.test(value) ? value : fail(value)),
    dates: (value) => (isNaN((value = new Date(value))) ? fail(value) : value),
};
let kept = {};

function fail(value) {
    throw new Error("found " + value + ", a value of another kind");
}

function onlyMember(object) {
    const keys = Object.keys(object);
    if (keys.length !== 1) throw new Error("found " + keys.length + " members; one is expected");
    return keys[0];
}

function handle(text) {
    const message = JSON.parse(text);
    if (onlyMember(message) !== "values" || onlyMember(message.values) !== "request") throw new Error("no request");
    if (onlyMember(message.values.request) !== "keep") throw new Error("unknown request");
    const values = message.values.request.keep;
    const key = onlyMember(values);
    if (read[key] === undefined) throw new Error("unknown kind " + key);
    kept = { [key]: values[key].map(read[key]) };
    hear(JSON.stringify({ values: { response: { wasKept: kept } } }));
}

// Values of the travel planner as texts, in the time zone of the browser.

const twoDigits = (number) => String(number).padStart(2, "0");

// A date as the field of a form has it: 2026-11-21T10:30.
export function fieldOfDate(text) {
    const date = new Date(text);
    const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join("-");
    return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

// The date of a form's field, as a message has it.
export function dateOfField(text) {
    return new Date(text).toISOString().replace(".000Z", "Z");
}

export function date(text) {
    return text === undefined ? "–" : fieldOfDate(text).replace("T", " ");
}

export function location(location) {
    return location?.name ?? "–";
}

export function travelOptions({extraTransferMinutes, isStepFree, avoidsSupplements}) {
    const texts = [];
    if (extraTransferMinutes !== 0) texts.push(`${extraTransferMinutes} more minutes for each transfer`);
    if (isStepFree) texts.push("step-free");
    if (avoidsSupplements) texts.push("no supplements");
    return texts.join(", ") || "no special wishes";
}

export function directToOptions({departsFromHere}) {
    return departsFromHere ? "from where you are" : "from the From row";
}

export function ciCoOptions({remindsToCheckOut, reminderMinutes}) {
    return remindsToCheckOut ? `a reminder to check out after ${reminderMinutes} minutes` : "no reminder to check out";
}

export function trip({from, to, queryType, date: at}) {
    return `${from?.name ?? "Where you are"} → ${to.name}, ${queryType} ${date(at)}`;
}

// An action as its name and its values.
export function action(action) {
    const [name, values] = Object.entries(action)[0];
    const texts = Object.values(values).map((value) => value.name ?? (Date.parse(value) ? date(value) : value));
    return [name, texts.join(", ")];
}

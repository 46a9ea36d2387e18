// The gateways of the travel planner: each request of the core is a dialog, whose result is the reply.

import {button, byId} from "./elements.js";
import {dateOfField, fieldOfDate} from "./format.js";
import {places} from "./places.js";

const rows = {from: "Where from?", to: "Where to?", address: "Address of the widget"};

// By gateway and case: the dialog, what the form shows at first, and the result that it makes. The keys of `result`
// are those of the gateway's reply.
const pickers = {
    "locationPicker.show": {
        dialog: "location",
        fill(form, {row, location}) {
            byId("location-title").textContent = rows[row] ?? row;
            form.name.value = location?.name ?? "";
        },
        result: (form) => ({location: {name: form.name.value}}),
    },
    "datePicker.show": {
        dialog: "date",
        fill(form, {queryType, date}) {
            form.queryType.value = queryType;
            form.date.value = form.date.defaultValue = fieldOfDate(date);
        },
        // A time that was left as it was is not picked: a row that follows the clock goes on to.
        result: ({queryType, date}) => ({
            picked: {
                queryType: queryType.value,
                ...(date.value !== date.defaultValue && {date: dateOfField(date.value)}),
            },
        }),
    },
    "travelOptions.show": {
        dialog: "travel-options",
        fill(form, {options}) {
            form.extraTransferMinutes.value = options.extraTransferMinutes;
            form.isStepFree.checked = options.isStepFree;
            form.avoidsSupplements.checked = options.avoidsSupplements;
        },
        result: (form) => ({
            options: {
                extraTransferMinutes: form.extraTransferMinutes.valueAsNumber,
                isStepFree: form.isStepFree.checked,
                avoidsSupplements: form.avoidsSupplements.checked,
            },
        }),
    },
    "widgetOptions.directTo": {
        dialog: "direct-to-options",
        fill(form, {options}) { form.departsFromHere.value = String(options.departsFromHere); },
        result: (form) => ({directTo: {departsFromHere: form.departsFromHere.value === "true"}}),
    },
    "widgetOptions.ciCo": {
        dialog: "ci-co-options",
        fill(form, {options}) {
            form.remindsToCheckOut.checked = options.remindsToCheckOut;
            form.reminderMinutes.value = options.reminderMinutes;
        },
        result: (form) => ({
            ciCo: {
                remindsToCheckOut: form.remindsToCheckOut.checked,
                reminderMinutes: form.reminderMinutes.valueAsNumber,
            },
        }),
    },
};

export class Pickers {
    #reply;
    #effect = null; // the id of the effect that the open dialog answers
    #dialog = null;

    // reply(reply): sends the content of an @reply
    constructor(reply) {
        this.#reply = reply;
        for (const picker of Object.values(pickers)) this.#prepare(picker);
        for (const place of places)
            byId("places").append(button(place.name, place.name, () => this.#end({location: place})));
    }

    present({id, gateway, request}) {
        const [name, values] = Object.entries(request)[0];
        const picker = pickers[`${gateway}.${name}`];
        if (picker === undefined) return this.#reply({effect: id, error: `this page has no picker for ${gateway}`});
        this.close();
        [this.#effect, this.#dialog] = [id, byId(picker.dialog)];
        picker.fill(this.#dialog.querySelector("form").elements, values);
        this.#dialog.showModal();
    }

    // The core expects no answer to this effect any more.
    cancel({effect}) {
        if (effect === this.#effect) this.close();
    }

    // Closes the dialog without an answer.
    close() {
        this.#effect = null;
        this.#dialog?.close();
    }

    #prepare({dialog: id, result}) {
        const dialog = byId(id), form = dialog.querySelector("form");
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.#end(result(form.elements));
        });
        dialog.querySelector(".cancel").addEventListener("click", () => this.#end({}));
        dialog.addEventListener("close", () => this.#closed(dialog));
    }

    // By the escape key, unless an answer or another picker has closed it.
    #closed(dialog) {
        if (dialog === this.#dialog && !dialog.open) this.#end({});
    }

    #end(result) {
        const effect = this.#effect;
        this.close();
        if (effect !== null) this.#reply({effect, result});
    }
}

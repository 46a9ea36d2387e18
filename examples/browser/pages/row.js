// A row of the todo page: an item with its check box, its text, and the buttons that edit and delete it.

import {button, element} from "./elements.js";

export class Row {
    element = element("li", {className: "item"});
    #box = element("input", {type: "checkbox"});
    #text = element("span", {className: "text"});
    #field = element("input", {className: "field", type: "text", hidden: true});
    #edits = button("✎", "Edit", () => this.#edit());
    #deletes = button("✕", "Delete", () => this.#request({delete: {id: this.#item().id}}));
    #item;
    #request;

    // item(): the item, as it is now
    // request(request): sends a request of the todo list
    constructor(item, request) {
        [this.#item, this.#request] = [item, request];
        this.#box.addEventListener("change", () => this.#check());
        this.#text.addEventListener("dblclick", () => this.#edit());
        this.#field.addEventListener("keydown", (event) => this.#type(event));
        this.#field.addEventListener("blur", () => this.#endEdit());
        this.element.append(
            this.#box, this.#text, this.#field, this.#edits, this.#deletes);
    }

    // The place of the control that has the focus.
    get focused() { return [...this.element.children].indexOf(document.activeElement); }

    focus(place) {
        const control = this.element.children[place];
        (control === undefined || control.hidden ? this.#box : control).focus({preventScroll: true});
    }

    update() {
        const {text, completed} = this.#item();
        if (this.#text.textContent !== text) {
            this.#text.textContent = this.#text.title = this.#box.ariaLabel = text;
            this.#field.ariaLabel = `Text of ${text}`;
            this.#edits.ariaLabel = this.#edits.title = `Edit ${text}`;
            this.#deletes.ariaLabel = this.#deletes.title = `Delete ${text}`;
        }
        this.#box.checked = completed;
        this.element.classList.toggle("completed", completed);
    }

    #check() {
        const {id, completed} = this.#item();
        this.#box.checked = completed; // Until the core has changed it.
        this.#request(completed ? {uncheck: {id}} : {check: {id}});
    }

    #edit() {
        this.#field.value = this.#item().text;
        this.#show(true);
        this.#field.select();
        this.#field.focus();
    }

    #type(event) {
        if (event.isComposing) return;
        if (event.key === "Enter") {
            this.#request({edit: {id: this.#item().id, text: this.#field.value}});
        } else if (event.key !== "Escape") {
            return;
        }
        event.preventDefault(); // of the button, which has the focus next
        this.#edits.focus(); // which ends the edit
    }

    #endEdit() {
        if (!this.#field.hidden) this.#show(false);
    }

    #show(isEditing) {
        this.#field.hidden = !isEditing;
        this.#text.hidden = isEditing;
    }
}

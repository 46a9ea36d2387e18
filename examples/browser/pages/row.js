// A row of the todo page: an item with its check box, its text, and the buttons that edit and delete it.

import {button, element} from "./elements.js";

export class Row {
    element = element("li", {className: "item"});
    #box = element("input", {type: "checkbox"});
    #text = element("span", {className: "text"});
    #field = element("input", {className: "field", type: "text", hidden: true, ariaLabel: "Text of the item"});
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
            this.#box, this.#text, this.#field,
            button("✎", "Edit", () => this.#edit()),
            button("✕", "Delete", () => this.#request({delete: {id: this.#item().id}})));
    }

    update() {
        const {text, completed} = this.#item();
        if (this.#text.textContent !== text) this.#text.textContent = this.#text.title = this.#box.ariaLabel = text;
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
            this.#endEdit();
        } else if (event.key === "Escape") {
            this.#endEdit();
        }
    }

    #endEdit() {
        if (!this.#field.hidden) this.#show(false);
    }

    #show(isEditing) {
        this.#field.hidden = !isEditing;
        this.#text.hidden = isEditing;
    }
}

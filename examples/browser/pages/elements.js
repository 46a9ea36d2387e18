// Elements of the document.

export const byId = (id) => document.getElementById(id);

// A new element. Children that are texts become text, never markup.
export function element(name, properties = {}, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
}

export function button(text, label, pressed) {
    const made = element("button", {type: "button", ariaLabel: label, title: label}, text);
    made.addEventListener("click", pressed);
    return made;
}

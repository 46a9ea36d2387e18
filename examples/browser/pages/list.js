// A list of rows of one height, of which only those in sight are in the document.

const rowHeight = 44; // as in style.css
const margin = 6; // rows beyond each edge

export class List {
    #frame;
    #content;
    #makeRow;
    #ids = [];
    #rows = new Map();
    #isDue = false;

    // frame: the element that scrolls, with one child for the rows
    // makeRow(id): an object with an element, and update(), which draws what has changed
    constructor(frame, makeRow) {
        this.#frame = frame;
        this.#content = frame.firstElementChild;
        this.#makeRow = makeRow;
        frame.addEventListener("scroll", () => this.draw(), {passive: true});
        new ResizeObserver(() => this.draw()).observe(frame);
    }

    show(ids) {
        this.#ids = ids;
        this.draw();
    }

    scrollToEnd() {
        requestAnimationFrame(() => requestAnimationFrame(() => { this.#frame.scrollTop = this.#frame.scrollHeight; }));
    }

    // Draws with the next frame.
    draw() {
        if (this.#isDue) return;
        this.#isDue = true;
        requestAnimationFrame(() => {
            this.#isDue = false;
            this.#draw();
        });
    }

    #draw() {
        const top = Math.floor(this.#frame.scrollTop / rowHeight) - margin;
        const count = Math.ceil(this.#frame.clientHeight / rowHeight) + 2 * margin;
        const first = Math.max(0, Math.min(top, this.#ids.length - count));
        const visible = this.#ids.slice(first, first + count);
        this.#content.style.height = `${this.#ids.length * rowHeight}px`;
        this.#removeAllBut(new Set(visible));
        visible.forEach((id, index) => this.#place(id, first + index));
    }

    #removeAllBut(ids) {
        for (const [id, row] of this.#rows) {
            if (ids.has(id)) continue;
            this.#rows.delete(id);
            row.element.remove();
        }
    }

    #place(id, position) {
        let row = this.#rows.get(id);
        if (row === undefined) {
            row = this.#makeRow(id);
            this.#rows.set(id, row);
            this.#content.append(row.element);
        }
        row.element.style.transform = `translateY(${position * rowHeight}px)`;
        row.element.ariaPosInSet = position + 1;
        row.element.ariaSetSize = this.#ids.length;
        row.update();
    }
}

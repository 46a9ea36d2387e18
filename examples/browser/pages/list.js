// A list of rows of one height, of which only those in sight are in the document, in their order. A row that has the focus stays
// while it is scrolled away; if its item is deleted, the focus goes to the same control of the row in its place.

const rowHeight = 44; // as in style.css
const margin = 6; // rows beyond each edge

export class List {
    #frame;
    #leave;
    #content;
    #makeRow;
    #ids = [];
    #rows = new Map();
    #isDue = false;

    // frame: the element that scrolls, with one child for the rows
    // makeRow(id): an object with an element, and update(), which draws what has changed; focus(control): focuses a control of
    //   its row, as focused names it
    // leave(): takes the focus when no row is left
    constructor(frame, makeRow, leave) {
        [this.#frame, this.#leave] = [frame, leave];
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
        const positions = new Map(this.#ids.slice(first, first + count).map((id, index) => [id, first + index]));
        this.#content.style.height = `${this.#ids.length * rowHeight}px`;
        const [focused] = [...this.#rows].find(([, row]) => row.element.contains(document.activeElement)) ?? [];
        const place = focused === undefined || positions.has(focused) ? -1 : this.#ids.indexOf(focused);
        if (place >= 0) positions.set(focused, place);
        const lost = focused !== undefined && !positions.has(focused) ? this.#rows.get(focused) : undefined;
        const [control, position] = [lost?.focused, Number(lost?.element.ariaPosInSet) - 1];
        this.#removeAllBut(positions);
        let next = this.#content.firstChild;
        for (const [id, position] of [...positions].sort(([, a], [, b]) => a - b)) next = this.#place(id, position, next);
        if (lost !== undefined) this.#focus(control, position);
    }

    // Gives the focus to the row at a position, or to the last one.
    #focus(control, position) {
        const row = this.#rows.get(this.#ids[Math.min(position, this.#ids.length - 1)]);
        if (row === undefined) this.#leave(); else row.focus(control);
    }

    #removeAllBut(positions) {
        for (const [id, row] of this.#rows) {
            if (positions.has(id)) continue;
            this.#rows.delete(id);
            row.element.remove();
        }
    }

    // Puts a row before the element next, where it is not there already; what comes behind it.
    #place(id, position, next) {
        let row = this.#rows.get(id);
        if (row === undefined) {
            row = this.#makeRow(id);
            this.#rows.set(id, row);
        }
        if (row.element === next) next = next.nextSibling; else this.#content.insertBefore(row.element, next);
        row.element.style.transform = `translateY(${position * rowHeight}px)`;
        row.element.ariaPosInSet = position + 1;
        row.element.ariaSetSize = this.#ids.length;
        row.update();
        return next;
    }
}

// Elements. Texts become text nodes: nothing that an app says is ever markup.

/** Makes an element: el('button', { onclick, 'aria-label': 'Delete' }, 'text', child…). */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on') || key === 'value' || key === 'checked') element[key] = value;
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

const focusable = 'button:not([hidden]), input, select, textarea, summary, [tabindex="0"]';
const label = (element) => element.getAttribute('aria-label') ?? element.textContent;

/** Makes elements the children of a parent, and moves none that stays. Focus on what is removed goes to what is there in its place. */
export function renew(parent, ...children) {
  const active = document.activeElement, isWithin = active !== parent && parent.contains(active);
  const before = isWithin ? [...parent.querySelectorAll(focusable)].indexOf(active) : -1;
  let next = parent.firstChild;
  for (const child of children.flat().filter((each) => each !== undefined && each !== null && each !== false && each !== '')) {
    if (child === next) next = next.nextSibling; else parent.insertBefore(child instanceof Node ? child : new Text(child), next);
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    gone.remove();
  }
  if (!isWithin || document.activeElement === active) return;
  if (parent.contains(active)) return active.focus({ preventScroll: true });
  const others = [...parent.querySelectorAll(focusable)];
  const heir = others.find((each) => each.tagName === active.tagName && label(each) === label(active)) ?? others[Math.min(before, others.length - 1)];
  const place = heir ?? parent.closest('[tabindex]') ?? parent;
  place.focus({ preventScroll: true });
}

/** Lets a button work: until it is done, it does nothing else, and keeps the focus, which a disabled one would lose. */
export async function busy(button, work) {
  if (button.ariaDisabled === 'true') return;
  button.ariaDisabled = 'true';
  try { await work(); } finally { button.ariaDisabled = null; }
}

export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A value in one line, at most 200 characters. */
export function brief(value, most = 200) {
  const text = typeof value === 'string' ? JSON.stringify(value) : JSON.stringify(value) ?? '';
  return text.length > most ? text.slice(0, most - 1) + '…' : text;
}

/** The value of a message behind its cases. */
export function inner(message, name) {
  let value = message;
  for (const key of name.split('.')) {
    if (value === null || typeof value !== 'object' || !(key in value)) return message;
    value = value[key];
  }
  return value;
}

/** A value in lines; what is longer than a screen can show is cut, and says so. */
export function pretty(value, most = 100_000) {
  const text = JSON.stringify(value, null, 2) ?? '';
  return text.length > most ? `${text.slice(0, most)}\n… ${counted(text.length - most, 'character')} more` : text;
}

export const code = (value) => el('pre', { tabindex: 0 }, typeof value === 'string' ? value : pretty(value));

/** A number with thin spaces between thousands. */
export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');

export const counted = (number, noun) => `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`;

export function bytes(count) {
  if (count < 1000) return counted(count, 'byte');
  count /= 1000;
  for (const unit of ['kB', 'MB']) {
    if (count < 1000) return `${count < 10 ? count.toFixed(1) : Math.round(count)} ${unit}`;
    count /= 1000;
  }
  return `${count.toFixed(1)} GB`;
}

export function duration(nanoseconds) {
  if (nanoseconds < 1e3) return `${Math.round(nanoseconds)} ns`;
  if (nanoseconds < 1e6) return `${(nanoseconds / 1e3).toFixed(1)} µs`;
  if (nanoseconds < 1e9) return `${(nanoseconds / 1e6).toFixed(1)} ms`;
  return `${(nanoseconds / 1e9).toFixed(2)} s`;
}

/** The time of an event: a date if there is one, else the core's clock since its opening. */
export function moment(event) {
  if (event.date) return new Date(event.date).toISOString().slice(11, 23);
  return `+${((event.time ?? 0) / 1e9).toFixed(3)} s`;
}

/** Saves a text as a file. */
export function save(name, text, type = 'application/json') {
  const link = el('a', { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

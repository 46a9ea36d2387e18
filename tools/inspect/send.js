// Messages from forms that the catalog makes, checked as they are typed.

import { code, el } from './dom.js';
import { graph } from './graph.js';
import { noCore } from './underway.js';

export class SendView {
  static name_ = 'send';
  static title = 'Send';

  constructor(app) {
    this.app = app;
    this.element = el('div', { class: 'single' });
  }

  enter() {
    const { app } = this;
    if (!app.subject.core) return void this.element.replaceChildren(noCore(app, 'No core is open that a message could be sent to.'));
    if (!app.hasCatalog) return void this.element.replaceChildren(el('p', { class: 'empty' }, 'The catalog is not here yet.'));
    const groups = Map.groupBy(app.catalog.messages, ({ path }) => path[0]);
    this.message = el('select', { id: 'send-message', onchange: () => this.#form() }, ...[...groups].map(([name, messages]) => el('optgroup', { label: name },
      ...messages.map(({ path }) => el('option', { value: path.join('.') }, path.join('.'))))));
    this.form = el('div');
    this.json = el('textarea', { class: 'json', id: 'send-json', spellcheck: 'false', oninput: () => this.#typed() });
    this.faults = el('div', { class: 'bad', role: 'alert' });
    this.button = el('button', { onclick: () => this.#send() }, 'Send');
    this.result = el('div', { role: 'region', 'aria-label': 'What came of it', 'aria-live': 'polite' });
    this.element.replaceChildren(el('div', { class: 'field' }, el('label', { for: 'send-message' }, `Message to ${app.subject.title}`), this.message), this.form,
      el('div', { class: 'field' }, el('label', { for: 'send-json' }, 'JSON'), this.json), this.faults, el('div', { class: 'actions' }, this.button), this.result);
    this.message.value = SendView.last ?? this.message.value;
    this.#form();
  }

  filter() { this.message?.focus(); }

  #form() {
    SendView.last = this.message.value;
    this.chosen = this.app.catalog.messages.find(({ path }) => path.join('.') === this.message.value);
    const field = fieldOf(this.app.catalog, this.chosen.schema, this.chosen.path.at(-1), () => this.#changed());
    this.field = field;
    this.form.replaceChildren(this.chosen.doc ? el('p', { class: 'faint' }, this.chosen.doc) : '', field.element);
    this.#changed();
  }

  #changed() {
    this.json.value = JSON.stringify(this.chosen.path.reduceRight((value, key) => ({ [key]: value }), this.field.read()), null, 2);
    this.#typed();
  }

  #typed() {
    let faults;
    try {
      this.parsed = JSON.parse(this.json.value);
      faults = this.app.catalog.faults(this.parsed, this.app.catalog.defs['@toCore']).map(({ path, reason }) => `${path.slice(1).replaceAll('/', '.')}: ${reason}`);
    } catch (error) {
      faults = [error.message];
    }
    this.faults.replaceChildren(...faults.slice(0, 5).map((each) => el('div', {}, each)));
    this.json.setAttribute('aria-invalid', String(faults.length > 0));
    this.button.disabled = faults.length > 0;
  }

  async #send() {
    const { subject, catalog } = this.app;
    try {
      const heard = await subject.call(this.parsed);
      const refused = heard.find((each) => each['@refused']);
      if (refused) throw new Error(refused['@refused'].message);
      const { entries = [] } = (await subject.send({ '@trace': {} }).catch(() => ({})))['@trace'] ?? {};
      const root = entries.findLast((each) => each.message !== undefined);
      this.result.replaceChildren(el('h2', { class: 'sub' }, 'Answer'), ...(heard.length ? heard.map(({ '@core': _, '@id': __, ...each }) => code(JSON.stringify(catalog.maskMessage(each, true)))) : [el('p', { class: 'faint' }, 'Nothing.')]),
        root ? el('h2', { class: 'sub' }, 'What it caused') : '', root ? graph(this.app, entries, root.n) : '');
    } catch (error) {
      this.result.replaceChildren(el('p', { class: 'bad', role: 'alert' }, error.message));
    }
  }
}

let number = 0;

/** A field for a value of a schema: { element, read }. */
function fieldOf(catalog, schema, label, changed, depth = 0) {
  const own = catalog.resolve(schema), choices = catalog.choices(schema);
  const doc = schema.description ?? own.description;
  const id = `field-${number += 1}`;
  const isOptional = (own.anyOf ?? []).some((each) => catalog.resolve(each).type === 'null');
  const choice = choices[0] ?? {};
  if (depth > 8) return jsonField(id, label, changed);
  if (isOptional) {
    let inner;
    const place = el('div');
    const box = el('input', { type: 'checkbox', id, onchange: () => {
      inner = box.checked ? fieldOf(catalog, choice, label, changed, depth + 1) : undefined;
      place.replaceChildren(inner?.element ?? '');
      changed();
    } });
    return { element: el('div', { class: 'field' }, el('label', { for: id }, box, ` ${label}`), doc ? el('div', { class: 'doc' }, doc) : '', place), read: () => inner?.read() };
  }
  if (choice.type === 'object' && choice.properties && !catalog.isEnum(choice)) {
    const fields = Object.entries(choice.properties).map(([key, member]) => [key, fieldOf(catalog, member, key, changed, depth + 1)]);
    const element = fields.length ? el('fieldset', {}, el('legend', {}, label), doc && depth ? el('div', { class: 'doc' }, doc) : '', ...fields.map(([, field]) => field.element)) : el('p', { class: 'faint' }, `${label} has no values.`);
    return { element, read: () => Object.fromEntries(fields.map(([key, field]) => [key, field.read()]).filter(([, value]) => value !== undefined)) };
  }
  if (catalog.isEnum(choice)) {
    let inner;
    const place = el('div');
    const select = el('select', { id, onchange: () => {
      inner = fieldOf(catalog, choice.properties[select.value], select.value, changed, depth + 1);
      place.replaceChildren(inner.element);
      changed();
    } }, ...Object.keys(choice.properties).map((key) => el('option', { value: key }, key)));
    inner = fieldOf(catalog, choice.properties[select.value], select.value, changed, depth + 1);
    place.append(inner.element);
    return { element: el('div', { class: 'field' }, el('label', { for: id }, label), select, place), read: () => ({ [select.value]: inner.read() }) };
  }
  if (choice.type === 'array') {
    const fields = [], list = el('div');
    const add = el('button', { onclick: () => {
      const field = fieldOf(catalog, choice.items ?? {}, `${label} ${fields.length + 1}`, changed, depth + 1);
      const item = el('div', {}, field.element, el('button', { onclick: () => {
        fields.splice(fields.indexOf(field), 1);
        item.remove();
        add.focus();
        changed();
      } }, `Remove ${label} ${fields.length + 1}`));
      fields.push(field);
      list.append(item);
      changed();
    } }, `Add to ${label}`);
    return { element: el('fieldset', {}, el('legend', {}, label), list, add), read: () => fields.map((field) => field.read()) };
  }
  if (choice.enum) {
    const select = el('select', { id, onchange: changed }, ...choice.enum.map((each) => el('option', { value: each }, String(each))));
    return { element: row(id, label, doc, select), read: () => choice.enum[select.selectedIndex] };
  }
  if (choice.type === 'boolean') {
    const box = el('input', { type: 'checkbox', id, onchange: changed });
    return { element: el('div', { class: 'field' }, el('label', { for: id }, box, ` ${label}`), doc ? el('div', { class: 'doc' }, doc) : ''), read: () => box.checked };
  }
  if (['string', 'integer', 'number'].includes(choice.type)) {
    const isText = choice.type === 'string';
    const input = el('input', { id, type: choice['x-secret'] ? 'password' : isText ? 'text' : 'number', step: choice.type === 'number' ? 'any' : undefined, autocomplete: 'off', value: isText ? '' : '0', oninput: () => {
      const faults = catalog.faults(read(), choice);
      fault.textContent = faults[0]?.reason ?? '';
      input.setAttribute('aria-invalid', String(faults.length > 0));
      changed();
    } });
    const fault = el('div', { class: 'bad', id: `${id}-fault` });
    input.setAttribute('aria-describedby', fault.id);
    const read = () => (isText ? input.value : input.value === '' ? null : Number(input.value));
    const element = row(id, label, doc, input);
    element.append(fault);
    return { element, read };
  }
  return jsonField(id, label, changed, doc);
}

const row = (id, label, doc, input) => el('div', { class: 'field' }, el('label', { for: id }, label), doc ? el('div', { class: 'doc' }, doc) : '', input);

function jsonField(id, label, changed, doc) {
  const input = el('textarea', { id, value: '{}', oninput: changed });
  return { element: row(id, `${label}, as JSON`, doc, input), read: () => { try { return JSON.parse(input.value); } catch { return null; } } };
}

// A story in Swift of chosen messages (docs/testing.md), in the types that the catalog names.

import { tokens } from './schema.js';

const WIDTH = 110;
const SWIFT = { uuid: 'UUID', 'date-time': 'Timestamp', date: 'CalendarDay', decimal: 'Decimal' };

/** Values of the app's types as Swift has them: a text, or { head, parts, tail } of what can be broken into lines. */
export class Swift {
  constructor(catalog) { this.catalog = catalog; }

  /** A message of either direction, as an enum's value. */
  message(message) {
    const app = Object.fromEntries(Object.entries(message).filter(([key]) => !key.startsWith('@')));
    const { '@toHost': out, '@toCore': into } = this.catalog.defs;
    return this.value(app, this.#has(app, out) ? out : into, [], true);
  }

  /** Whether the cases of a message are those of a schema. */
  #has(value, schema) {
    const own = this.catalog.resolve(schema), [key] = Object.keys(value ?? {});
    if (!own.properties || !(own === this.catalog.defs['@toHost'] || this.catalog.isEnum(own))) return true;
    return !!own.properties[key] && this.#has(value[key], own.properties[key]);
  }

  /** @param path where it is, for errors. */
  value(value, schema, path, isMessage = false) {
    const { catalog } = this, own = this.#only(schema, path);
    if (value === null || value === undefined) return 'nil';
    if (isMessage || catalog.isEnum(own)) return this.#enum(value, own, path);
    const constants = own.oneOf?.filter((each) => 'const' in each).map((each) => each.const) ?? own.enum;
    if (constants?.length && own.type === 'string') return `.${value}`;
    switch (own.type) {
      case 'string': {
        // With a literal, it is no optional.
        if (own.format === 'decimal') return `Decimal(${quoted(value)})`;
        const type = SWIFT[own.format];
        return type ? `${type}(${quoted(value)})!` : quoted(value);
      }
      case 'integer': case 'boolean': return String(value);
      case 'number': return Number.isInteger(value) ? `${value}.0` : String(value);
      case 'array': return { head: '[', parts: value.map((each, index) => this.value(each, own.items, [...path, index])), tail: ']' };
      case 'object': return this.#object(value, own, path);
      default: throw untold(path);
    }
  }

  #object(value, own, path) {
    if (!own.name) {
      if (typeof own.additionalProperties !== 'object') throw untold(path);
      const parts = Object.entries(value).map(([key, each]) => labelled(quoted(key), this.value(each, own.additionalProperties, [...path, key])));
      return parts.length ? { head: '[', parts, tail: ']' } : '[:]';
    }
    // What is absent has a default value.
    const parts = Object.keys(own.properties).filter((key) => value[key] !== undefined && value[key] !== null)
      .map((key) => labelled(key, this.value(value[key], own.properties[key], [...path, key])));
    return { head: `${own.name}(`, parts, tail: ')' };
  }

  #enum(value, own, path) {
    const [key] = Object.keys(value), member = own.properties?.[key];
    if (!member) throw untold([...path, key]);
    const payload = value[key], here = [...path, key];
    if (member.$ref || member.type !== 'object' || this.catalog.isEnum(member)) return { head: `.${key}(`, parts: [this.value(payload, member, here)], tail: ')' };
    // Values with labels; without any, the case has none.
    const labels = Object.keys(member.properties ?? {});
    if (!labels.length) return `.${key}`;
    return {
      head: `.${key}(`, tail: ')',
      parts: labels.map((label) => { const text = this.value(payload[label], member.properties[label], [...here, label]); return /^_\d+$/.test(label) ? text : labelled(label, text); }),
    };
  }

  /** The one alternative of a schema beside null, with the name of its type. */
  #only(schema, path) {
    let found = schema, name;
    for (let steps = 0; found && steps < 50; steps += 1) {
      if (found.$ref) {
        const key = tokens(decodeURIComponent(found.$ref)).at(-1);
        [name, found] = [key.replace(/@to(Core|Host)$/, ''), this.catalog.defs[key]];
      } else if (found.anyOf) {
        const others = found.anyOf.filter(({ type }) => type !== 'null');
        if (others.length !== 1) throw untold(path);
        [found] = others;
      } else return { ...found, name };
    }
    throw untold(path);
  }

  /** The Swift type of a schema. */
  type(schema, path) {
    const own = this.#only(schema, path);
    if (own.name) return own.name;
    if (own.type === 'array') return `[${this.type(own.items, path)}]`;
    const type = own.format ? SWIFT[own.format] : { string: 'String', integer: 'Int', boolean: 'Bool', number: 'Double' }[own.type];
    if (!type) throw untold(path);
    return type;
  }

  /** The declaration of a gateway. */
  gateway(name, replies) {
    const { request, reply } = this.catalog.resolve(this.catalog.resolve(this.catalog.defs['@gateways']).properties[name]).properties;
    const answer = reply ? this.type(reply, [name, 'reply']) : 'Never';
    return `${replies === 'many' ? 'HostSource' : 'HostGateway'}<${this.type(request, [name, 'request'])}, ${answer}>(${quoted(name)})`;
  }

  request(name, request) {
    return this.value(request, this.catalog.resolve(this.catalog.resolve(this.catalog.defs['@gateways']).properties[name]).properties.request, [name]);
  }
}

const untold = (path) => new Error(`The catalog does not say which Swift type ${path.join('.') || 'the message'} has, so there is no story; a scenario can be kept.`);

function labelled(label, value) { return typeof value === 'string' ? `${label}: ${value}` : { ...value, head: `${label}: ${value.head}` }; }

/** A Swift literal of a text. */
export function quoted(text) {
  return `"${text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t').replace(/[\u0000-\u001f\u007f]/g, (each) => `\\u{${each.charCodeAt(0).toString(16)}}`)}"`;
}

const flat = (value) => (typeof value === 'string' ? value : `${value.head}${value.parts.map(flat).join(', ')}${value.tail}`);

/** A value in lines; what has one part is broken within that. */
function lines(value, indent, room) {
  const text = flat(value);
  if (typeof value === 'string' || text.length <= room || !value.parts.length) return text;
  if (value.parts.length === 1) return `${value.head}${lines(value.parts[0], indent, room - value.head.length - value.tail.length)}${value.tail}`;
  const inner = `${indent}    `;
  return `${value.head}\n${value.parts.map((each) => inner + lines(each, inner, WIDTH - inner.length)).join(',\n')}\n${indent}${value.tail}`;
}

/** JSON in lines, of which short values take one. */
function json(value, indent) {
  const text = JSON.stringify(value), isArray = Array.isArray(value);
  if (text.length + indent.length <= WIDTH || value === null || typeof value !== 'object') return text;
  const inner = `${indent}    `, parts = isArray ? value.map((each) => json(each, inner)) : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${json(each, inner)}`);
  return `${isArray ? '[' : '{'}\n${parts.map((each) => inner + each).join(',\n')}\n${indent}${isArray ? ']' : '}'}`;
}

/** What @with sets for a message, as a closure behind it. */
function dependencies(values) {
  if (!values) return '';
  const { date, uuid, random, gateways } = values;
  if (Object.keys(gateways ?? {}).length) throw new Error('A message has answers of gateways in its @with, which a story has not; a scenario can be kept.');
  const lines = [], [kind, value] = Object.entries(uuid ?? {})[0] ?? [];
  // Beyond that, a number is not the one that was meant.
  const number = (each) => { if (!(each >= 0) || !Number.isSafeInteger(each)) throw new Error(`A message has the number ${each} in its @with, which a story has not; a scenario can be kept.`); return each; };
  if (date) lines.push(`$0.date = .constant(Timestamp(${quoted(date)})!)`);
  if (kind === 'fixed') lines.push(`$0.uuid = .constant(UUID(${quoted(value)})!)`);
  if (kind === 'counting') lines.push(`$0.uuid = .incrementing(from: ${number(value.from ?? 0)})`);
  if (kind === 'seeded') lines.push(`$0.uuid = .seeded(${number(value)})`);
  if (random !== undefined && random !== null) lines.push(`$0.random = .seeded(${number(random)})`);
  return lines.length ? ` {\n${lines.map((each) => `        ${each}`).join('\n')}\n    }` : '';
}

/**
 * The text of a story.
 * @param story app, the names module and function; title; state: that before the messages; opening: what is heard before the
 *   first one; steps: [{ when, heard }]; conditions: those of the fork that heard it; effects: the number left at the end.
 */
export function storyText(catalog, { module, title, app, state, opening, steps, conditions, effects }) {
  const swift = new Swift(catalog), gateways = new Map();
  const step = (name, value) => { const indent = '    '; return `${indent}.${name}(${lines(value, indent, WIDTH - indent.length - name.length - 3)})`; };
  const then = (message) => {
    const { '@effect': effect, '@cancel': cancel, '@error': error } = message;
    // The catalog does not say by which Swift error: its text is what the host hears.
    if (error) return `    .THEN(throws: ${quoted(error.message)})`;
    if (effect) {
      const gateway = swift.gateway(effect.gateway, effect.reply);
      gateways.set(effect.id, gateway);
      return step('THEN', { head: '', parts: [gateway, labelled('isAsked', swift.request(effect.gateway, effect.request))], tail: '' });
    }
    if (cancel) return step('THEN', `isCancelled: ${gateways.get(cancel.effect)}`);
    return Object.keys(message)[0].startsWith('@') ? undefined : step('THEN', swift.message(message));
  };
  const body = [...opening.map(then), ...steps.flatMap(({ when, heard }) => [step('WHEN', swift.message(when)) + dependencies(when['@with']), ...heard.map(then)])];
  if (effects > 0) body.push(step('THEN', `inFlight: ${effects}`));
  return `// swift-format-ignore-file
// Made by adit inspect. Ids, dates and random numbers are drawn by the story, and are not those of the journal; secrets are
// masked.

import Adit
import AditTesting
import Testing

@testable import ${module}

@Test func ${title}() {
    GIVEN(
        ${app}(),
        json: #"""
            ${json(state, '            ')}
            """#,
        from: Timestamp(${quoted(conditions.date)})
    ) {
        $0.uuid = .incrementing
        $0.random = .seeded(${conditions.random})
    }
${body.filter(Boolean).join('\n')}
    .runTests()
}
`;
}

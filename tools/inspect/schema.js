// What the catalog says of messages and of the state: names, documentation, validity and secrets.

export class Catalog {
  /** @param showsSecrets whether the user has asked for them: then nothing is masked. */
  constructor(text, showsSecrets = false) {
    this.showsSecrets = showsSecrets;
    this.document = text;
    this.defs = text?.$defs ?? {};
    this.gateways = Object.keys(this.resolve(this.defs['@gateways']).properties ?? {});
    /** The messages that a host may send: `todo.request.add`, with the schema of the value. */
    this.messages = [];
    this.#list(this.defs['@toCore'], [], 0);
    this.names = this.messages.map(({ path }) => path.join('.'));
  }

  #list(schema, path, depth) {
    for (const [key, member] of Object.entries(this.resolve(schema).properties ?? {})) {
      if (key.startsWith('@')) continue;
      const inner = this.resolve(member);
      const here = [...path, key];
      if (depth < 4 && this.isEnum(inner)) this.#list(inner, here, depth + 1);
      else this.messages.push({ path: here, schema: member, doc: member.description ?? inner.description ?? '' });
    }
  }

  /** Whether a schema is of an object with exactly one of its members: the cases of an enum. */
  isEnum(schema) {
    return schema.type === 'object' && schema.minProperties === 1 && schema.maxProperties === 1 && !!schema.properties;
  }

  /** Follows references. */
  resolve(schema) {
    for (let steps = 0; schema?.$ref && steps < 50; steps += 1) {
      const { $ref, ...beside } = schema;
      schema = { ...this.defs[decodeURIComponent($ref.replace('#/$defs/', '')).replaceAll('~1', '/').replaceAll('~0', '~')], ...beside };
    }
    return schema ?? {};
  }

  /** The alternatives of a schema, without null. */
  choices(schema) {
    const own = this.resolve(schema);
    return (own.anyOf ?? own.oneOf ?? [own]).map((each) => this.resolve(each)).filter((each) => each.type !== 'null');
  }

  /** The name of a message as the catalog has it: the journal's may go on with the names of its values. */
  messageName(name) {
    if (this.names.includes(name) || !name) return name;
    const parts = name.split('.');
    for (let count = parts.length - 1; count > 0; count -= 1) {
      const part = parts.slice(0, count).join('.');
      if (this.names.includes(part)) return part;
    }
    return name;
  }

  /** The schema of the part of the state at a pointer; undefined if it is not known. */
  at(pointer) {
    const keys = tokens(pointer), isView = keys[0] === 'view' && !this.resolve(this.defs['@state']).properties?.view;
    let schema = this.defs[isView ? '@view' : '@state'], doc;
    for (const key of isView ? keys.slice(1) : keys) {
      const found = this.choices(schema).map((each) => each.properties?.[key]
        ?? (typeof each.additionalProperties === 'object' ? each.additionalProperties : undefined)
        ?? (/^\d+$/.test(key) ? each.items : undefined)).find(Boolean);
      if (!found) return undefined;
      [schema, doc] = [found, found.description ?? doc];
    }
    return schema && { ...this.resolve(schema), description: schema.description ?? this.resolve(schema).description };
  }

  /** A value with masks in the place of secrets. */
  mask(value, schema, depth = 0) {
    if (this.showsSecrets || !schema || value === null || value === undefined || depth > 64) return value;
    for (const choice of this.choices(schema)) {
      if (choice['x-secret']) return '***';
      if (Array.isArray(value) && choice.items) return value.map((each) => this.mask(each, choice.items, depth + 1));
      if (typeof value === 'object' && !Array.isArray(value) && (choice.properties || choice.additionalProperties)) {
        const known = Object.keys(value).some((key) => choice.properties?.[key] || choice.additionalProperties);
        if (!known) continue;
        return Object.fromEntries(Object.entries(value).map(([key, each]) => [key,
          this.mask(each, choice.properties?.[key] ?? (typeof choice.additionalProperties === 'object' ? choice.additionalProperties : undefined), depth + 1)]));
      }
    }
    return value;
  }

  maskAt(pointer, value) { return this.mask(value, this.at(pointer)); }
  maskMessage(message, isToHost = false) { return this.mask(message, this.defs[isToHost ? '@toHost' : '@toCore']); }
  /** A line of a core: a message of the app, or a request to a gateway. */
  maskLine(line) {
    const { '@effect': effect, ...message } = line;
    return effect ? { ...message, '@effect': { ...effect, request: this.maskRequest(effect.gateway, effect.request) } } : this.maskMessage(message, true);
  }

  maskRequest(gateway, request) {
    return this.mask(request, this.resolve(this.resolve(this.defs['@gateways']).properties?.[gateway]).properties?.request);
  }

  /** Why a value is not valid: [{ path, reason }]. */
  faults(value, schema, path = '', depth = 0) {
    const own = this.resolve(schema);
    if (depth > 64) return [];
    if (own.anyOf || own.oneOf && !own.type) {
      const all = (own.anyOf ?? own.oneOf).map((each) => this.faults(value, each, path, depth + 1));
      return all.some((each) => each.length === 0) ? [] : all.reduce((a, b) => (weight(b) > weight(a) ? b : a));
    }
    const fault = (reason) => [{ path, reason }];
    if ('const' in own && value !== own.const) return fault(`${JSON.stringify(own.const)} is expected`);
    if (own.enum && !own.enum.includes(value)) return fault(`one of ${own.enum.join(', ')} is expected`);
    switch (own.type) {
      case 'object': {
        if (typeof value !== 'object' || value === null || Array.isArray(value)) return fault('an object is expected');
        const keys = Object.keys(value);
        const missing = (own.required ?? []).filter((key) => !(key in value)).map((key) => ({ path: `${path}/${key}`, reason: 'is missing' }));
        // The cases of a message, which control messages and members such as @id stand beside.
        const cases = own.oneOf?.flatMap(({ required }) => required ?? []) ?? [];
        if (cases.length && cases.filter((key) => key in value).length !== 1) return fault(`exactly one of ${cases.filter((key) => !key.startsWith('@')).join(', ')} is expected`);
        if (own.minProperties > keys.length || own.maxProperties < keys.length) return fault('exactly one key is expected');
        return missing.concat(...keys.map((key) => {
          const member = own.properties?.[key] ?? own.additionalProperties;
          if (member === false || (member === undefined && own.properties)) return [{ path: `${path}/${key}`, reason: `is unknown; one of ${Object.keys(own.properties ?? {}).join(', ')}` }];
          return typeof member === 'object' ? this.faults(value[key], member, `${path}/${key}`, depth + 1) : [];
        }));
      }
      case 'array':
        if (!Array.isArray(value)) return fault('an array is expected');
        return value.flatMap((each, index) => this.faults(each, own.items ?? {}, `${path}/${index}`, depth + 1));
      case 'string':
        if (typeof value !== 'string') return fault('a text is expected');
        if (own.pattern && !new RegExp(own.pattern, 'u').test(value)) return fault(own.format ? `found ${brief(value)}; ${{ uuid: 'a UUID', 'date-time': 'a date and time as 2026-11-22T09:30:00Z', decimal: 'an exact number as 12.50' }[own.format] ?? own.format} is expected` : `does not match ${own.pattern}`);
        return [];
      case 'integer':
        if (!Number.isInteger(value)) return fault('a whole number is expected');
        if (value < own.minimum || value > own.maximum) return fault(`a number from ${own.minimum} to ${own.maximum} is expected`);
        return [];
      case 'number': return typeof value === 'number' ? [] : fault('a number is expected');
      case 'boolean': return typeof value === 'boolean' ? [] : fault('true or false is expected');
      case 'null': return value === null ? [] : fault('null is expected');
      default: return [];
    }
  }
}

const brief = (value) => JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
/** The alternative whose faults lie deepest is the one that was meant. */
const weight = (faults) => Math.max(...faults.map(({ path }) => path.split('/').length)) - faults.length / 100;

/** The keys of a JSON Pointer. */
export const tokens = (pointer) => pointer.split('/').slice(1).map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
export const pointer = (keys) => keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

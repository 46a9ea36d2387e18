// What is kept of chosen messages: a scenario, or a report of a bug. Secrets are masked in all of them.

import { el, save } from './dom.js';

/** @param selected a function whose promise has the messages, the oldest first: [{ message, from, revision }]. */
export function keepButtons(app, selected) {
  const button = (label, keep) => el('button', {
    onclick: async ({ target }) => {
      target.disabled = true;
      try {
        const messages = await selected();
        if (!messages.length) throw new Error('No message is chosen.');
        await keep(app, messages);
      } catch (error) {
        app.say(error.message, true);
      }
      target.disabled = false;
    },
  }, label);
  return el('div', { class: 'actions' }, button('Scenario', scenario), button('Bug report', report));
}

const with_ = { date: '2026-01-01T00:00:00Z', uuid: { counting: { from: 0 } }, random: 7 };

/** The state before the first message; undefined if it is too large for a file to read. */
async function stateBefore(app, { from }) {
  if (from === undefined) return undefined;
  const value = await app.subject.value('', from).catch(() => undefined);
  return value === undefined || JSON.stringify(value).length > 1 << 20 ? undefined : value;
}

/** Sends the messages to a fork under the conditions of a scenario, and notes what comes. */
async function steps(app, messages) {
  const fork = await app.fork({ revision: messages[0].from, runsEffects: true, quietly: true, config: { with: with_ } });
  const steps = [];
  for (const { message } of messages) {
    const { '@id': _, '@with': with2, ...when } = message;
    const heard = await fork.call(when);
    steps.push({
      when, ...(with2 ? { '@with': with2 } : {}),
      then: { messages: heard.filter((each) => !each['@synced'] && !each['@refused']).map(({ '@core': a, '@id': b, ...each }) => app.catalog.maskMessage(each, true)) },
    });
  }
  const { effects } = await fork.stats();
  if (effects > 0) steps.at(-1).then.effects = effects;
  await app.close(fork);
  return steps;
}

async function scenario(app, messages) {
  const state = await stateBefore(app, messages[0]);
  if (state === undefined) throw new Error('The state before is not known, or over 1 MB: a scenario would not stand alone.');
  const name = await app.appName();
  save(`${name}.json`, `${JSON.stringify({
    name: `${app.catalog.messageName(messages[0].name)}, from revision ${messages[0].from}`,
    about: 'Made by adit inspect. Ids, dates and random numbers are those of a scenario, and not those of the journal; secrets are masked.',
    app: name, given: { state: { '@schema': app.catalog.document.schemaVersion, ...state }, with: with_, gateways: app.catalog.gateways },
    steps: await steps(app, messages),
  }, null, 2)}\n`);
}

async function report(app, messages) {
  const state = await stateBefore(app, messages[0]);
  const batches = [];
  for (const revision of new Set(messages.map((each) => each.revision).filter((each) => each !== undefined))) {
    const batch = await app.wire.ask({ batch: { revision } });
    batches.push({ ...batch, changes: batch.changes.map((change) => ({ ...change, old: app.catalog.maskAt(change.path, change.old), value: app.catalog.maskAt(change.path, change.value) })) });
  }
  const list = (entries) => entries.map((each) => `\`\`\`json\n${JSON.stringify(each)}\n\`\`\``).join('\n');
  save('report.md', `# A report of ${await app.appName()}

App ${app.catalog.document?.version ?? ''}, catalog ${app.catalog.document?.hash ?? ''}, Adit ${app.wire.ready?.adit ?? ''}. Secrets are masked.

## Messages

${list(messages.map(({ message }) => message))}

## Changes

${batches.length ? list(batches) : 'The journal has none.'}

## The state before

${state === undefined ? 'It is not known, or over 1 MB.' : list([state])}
`, 'text/markdown');
}

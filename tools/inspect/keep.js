// What is kept of chosen messages: a scenario, a story in Swift, or a report of a bug. Secrets are masked in all of them.

import { busy, el, save } from './dom.js';
import { storyText } from './story.js';

/** @param selected a function whose promise has the messages, the oldest first: [{ message, from, revision }]. */
export function keepButtons(app, selected) {
  const button = (label, keep) => el('button', {
    onclick: ({ target }) => busy(target, async () => {
      try {
        const messages = await selected();
        if (!messages.length) throw new Error('No message is chosen.');
        await keep(app, messages);
      } catch (error) {
        app.say(error.message, true);
      }
    }),
  }, label);
  return el('div', { class: 'actions' }, button('Scenario', scenario), button('Swift story', story), button('Bug report', report));
}

const with_ = { date: '2026-01-01T00:00:00Z', uuid: { counting: { from: 0 } }, random: 7 };

/** The state before the first message; undefined if it is too large for a file to read. */
async function stateBefore(app, { from }) {
  if (from === undefined) return undefined;
  const value = await app.subject.value('', from).catch(() => undefined);
  return value === undefined || JSON.stringify(value).length > 1 << 20 ? undefined : value;
}

/**
 * Sends the messages to a fork under the conditions of a scenario, and notes what comes.
 * @param echo whether the messages of one feature to another are noted, too.
 * @returns opening: what comes before the first message; steps: [{ when, heard }]; effects: the number left at the end.
 */
async function play(app, messages, echo) {
  const fork = await app.fork({ revision: messages[0].from, runsEffects: true, quietly: true, config: { with: with_, echo } });
  try {
    // A cancellation comes under the id of what had asked: so all is taken that the fork says.
    const isAnswer = (each) => each['@stats'] || each['@synced'] || each['@refused'];
    const plain = (heard) => heard.filter((each) => !isAnswer(each)).map(({ '@core': a, '@id': b, ...each }) => app.catalog.maskMessage(app.catalog.maskLine(each)));
    await fork.stats();
    const opening = plain(fork.heard), steps = [];
    for (const { message } of messages) {
      const { '@id': _, ...when } = message;
      fork.tap = [];
      await fork.call(when);
      const heard = fork.tap;
      const refused = heard.find((each) => each['@refused']);
      if (refused) throw new Error(refused['@refused'].message);
      // An echo begins with the message itself.
      steps.push({ when, heard: plain(heard).slice(echo ? 1 : 0) });
    }
    return { opening, steps, effects: (await fork.stats()).effects };
  } finally {
    await app.close(fork);
  }
}

async function scenario(app, messages) {
  const state = await stateBefore(app, messages[0]);
  if (state === undefined) throw new Error('The state before is not known, or over 1 MB: a scenario would not stand alone.');
  const name = await app.appName(), { opening, steps, effects } = await play(app, messages, false);
  if (effects > 0) steps.at(-1).effects = effects;
  save(`${name}.json`, `${JSON.stringify({
    name: `${app.catalog.messageName(messages[0].name)}, from revision ${messages[0].from}`,
    about: 'Made by adit inspect. Ids, dates and random numbers are those of a scenario, and not those of the journal; secrets are masked.',
    app: name, given: { state: { '@schema': app.catalog.document.schemaVersion, ...state }, with: with_, gateways: app.catalog.gateways },
    steps: [...(opening.length ? [{ then: { messages: opening } }] : []), ...steps.map(({ when, heard, effects: left }) => ({ when, then: { messages: heard, ...(left ? { effects: left } : {}) } }))],
  }, null, 2)}\n`);
}

async function story(app, messages) {
  const state = await stateBefore(app, messages[0]);
  if (state === undefined) throw new Error('The state before is not known, or over 1 MB: a story would not stand alone.');
  const name = await app.appName(), { opening, steps, effects } = await play(app, messages, true);
  const last = app.catalog.messageName(messages[0].name).split('.').at(-1);
  const title = `${last}FromRevision${messages[0].from}`;
  save(`${title}.swift`, storyText(app.catalog, {
    module: `${name[0].toUpperCase()}${name.slice(1)}Core`, app: `${name}App`, title, conditions: with_, effects, opening, steps,
    state: { '@schema': app.catalog.document.schemaVersion, ...state },
  }), 'text/x-swift');
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

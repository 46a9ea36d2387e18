// The page: its head, its views and its time. What is shown is that of `app.subject` at `app.revision`.

import { el, grouped, renew } from './dom.js';
import { Catalog } from './schema.js';
import { Subject } from './subject.js';
import { Wire } from './wire.js';
import { MessagesView } from './messages.js';
import { StateView } from './state.js';
import { UnderWayView } from './underway.js';
import { SendView } from './send.js';
import { FiguresView } from './figures.js';
import { TimeBar } from './time.js';

const $ = (id) => document.getElementById(id);
const views = [MessagesView, StateView, UnderWayView, SendView, FiguresView];

export const app = {
  wire: new Wire(),
  catalog: new Catalog(undefined),
  /** What the program knows of the file. */
  status: undefined,
  subjects: [],
  subject: undefined,
  /** The revision that is shown; null: the last one, whichever that is. */
  revision: null,

  get isLive() { return this.revision === null; },

  /** Shows another revision; null for the last one. */
  async goTo(revision) {
    const { first = 0, last = 0 } = this.status ?? {};
    this.revision = revision === null || revision >= last ? null : Math.max(first, revision);
    time.update();
    announce();
    const wanted = this.revision;
    if (wanted !== null && wanted > first) {
      // States are known at the ends of batches: one within a batch is that before it.
      const batch = await this.wire.ask({ batch: { revision: wanted } });
      if (this.revision !== wanted) return;
      if (batch && batch.revision !== wanted) this.revision = batch.from;
      time.update();
      announce();
    }
    view?.travel?.();
  },

  /** Shows another core. */
  look(subject) {
    this.subject = subject;
    this.revision = null;
    document.body.classList.toggle('fork', subject.isFork);
    fillSubjects();
    time.update();
    show(view?.constructor ?? MessagesView, true);
    announce();
  },

  /** Opens a core with the state at a revision, and shows it. */
  async fork({ revision, runsEffects = false, quietly = false, config = {} } = {}) {
    const origin = this.subject;
    const number = this.forks = (this.forks ?? 0) + 1;
    const core = `fork-${number}-${Math.random().toString(36).slice(2, 8)}`;
    // Without a revision, it is the last one, which may be newer than what the page knows.
    const asked = revision ?? this.revision ?? undefined;
    const source = origin.core && !(origin.hasJournal && asked !== undefined && asked !== this.status?.last) ? { core: origin.core } : { path: this.target.file };
    if (asked !== undefined && source.path) source.revision = asked;
    const appName = await this.appName();
    await this.wire.request({
      '@open': {
        core, app: appName, config: {
          trace: 5000, figures: true, gateways: this.catalog.gateways, ...config,
          fork: { ...source, ...(runsEffects ? { effects: true } : {}) }, ...(runsEffects ? { clock: 'virtual' } : {}),
        },
      },
    });
    const at = asked ?? (await this.wire.send(core, { '@stats': {} }))['@stats'].revision;
    const subject = new Subject(this, { title: `Fork ${number} of revision ${at}`, core, from: at });
    subject.runsEffects = runsEffects;
    subject.origin = origin;
    this.subjects.push(subject);
    if (quietly) return subject;
    await subject.stats();
    this.look(subject);
    return subject;
  },

  async close(subject) {
    await subject.send({ '@close': {} }).catch(() => {});
    this.subjects.splice(this.subjects.indexOf(subject), 1);
    if (this.subject === subject) this.look(this.subjects[0]);
    else fillSubjects();
  },

  async appName() {
    const ready = await this.wire.server();
    const first = this.target.core ?? Object.keys(ready.cores)[0];
    return this.status?.app ?? this.target.app ?? ready.cores[first];
  },

  /** Shows a view by its name, and what it is to show first. */
  show(name, what) {
    show(views.find((each) => each.name_ === name));
    if (what !== undefined) view.reveal?.(what);
  },

  say(text, isBad = false) {
    $('remark').textContent = text;
    $('remark').hidden = !text;
    $('remark').classList.toggle('bad', isBad);
  },
};

let view;
const time = new TimeBar(app, $('time'));
window.app = app; // for the console

function show(kind, isAnew = false) {
  if (view?.constructor === kind && !isAnew) return;
  view?.leave?.();
  view = new kind(app);
  for (const tab of $('tabs').children) {
    const isChosen = tab.dataset.name === kind.name_;
    tab.setAttribute('aria-selected', String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
  }
  $('view').setAttribute('aria-labelledby', `tab-${kind.name_}`);
  renew($('view'), view.element);
  view.enter?.();
  location.hash = location.hash.replace(/(&.*)?$/, `&${kind.name_}`);
}

function fillTabs() {
  $('tabs').replaceChildren(...views.map((kind) => el('button', {
    role: 'tab', id: `tab-${kind.name_}`, 'data-name': kind.name_, 'aria-controls': 'view', onclick: () => show(kind),
  }, kind.title)));
  $('tabs').addEventListener('keydown', (event) => {
    const tabs = [...$('tabs').children], place = tabs.indexOf(document.activeElement);
    const to = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    const tab = tabs[(to + tabs.length) % tabs.length];
    tab.focus();
    tab.click();
    event.preventDefault();
  });
}

function fillSubjects() {
  $('subject').replaceChildren(...app.subjects.map((each, index) => el('option', { value: String(index) }, each.title)));
  $('subject').value = String(app.subjects.indexOf(app.subject));
}

function announce() {
  const { status, subject } = app;
  const isReading = status?.isReading ? ` · reading ${Math.floor((status.rows / status.of) * 100)} %` : '';
  $('live').textContent = subject?.isFork ? '' : app.isLive ? `live${isReading}` : `revision ${grouped(app.revision)}${isReading}`;
}

async function poll() {
  try {
    if (app.target.file) {
      const before = app.status;
      app.status = await app.wire.ask({ status: {} });
      const remarks = [app.problem, app.status.remark].filter(Boolean).join(' ');
      if (remarks !== poll.remark) app.say(poll.remark = remarks);
      const isNew = !before || before.last !== app.status.last || before.end !== app.status.end || before.events !== app.status.events;
      if (isNew) time.update();
      if (app.subject?.hasJournal && isNew) view?.refresh?.(before);
    }
    if (app.subject?.core && !app.ended) {
      const before = app.subject.revision;
      await app.subject.stats();
      if (!app.subject.hasJournal || before !== app.subject.revision) view?.refresh?.();
    }
    announce();
  } catch (error) {
    if (!app.ended) app.say(app.problem = error.message, true);
  }
  setTimeout(poll, document.hidden ? 3000 : app.status?.isReading ? 250 : 800);
}

document.addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches('input, textarea, select')) return;
  if (event.key === '/') view.filter?.();
  else if (event.key === '[') time.step(-1);
  else if (event.key === ']') time.step(1);
  else if (event.key === 'l') app.goTo(null);
  else if (event.key === 'f') time.fork();
  else return;
  event.preventDefault();
});

async function begin() {
  const [token, ...rest] = location.hash.slice(1).split('&');
  fillTabs();
  app.wire.onend = (reason) => {
    app.ended = true;
    app.say(app.problem = `${reason} ${app.target?.file ? 'What is in the file can still be seen.' : ''}`, true);
  };
  app.wire.onmessage = (message) => app.subjects.find(({ core }) => core === message['@core'])?.receive(message);
  await app.wire.connect(token);
  app.target = await app.wire.ask('target');
  if (app.target.file) {
    try { app.status = await app.wire.ask({ status: {} }); } catch (error) { app.say(app.problem = error.message, true); }
  }
  $('place').textContent = [app.status?.app, app.target.file ?? app.target.target].filter(Boolean).join(' · ');
  document.title = `${app.status?.app ?? app.target.core ?? 'core'} – Adit`;
  $('subject').onchange = () => app.look(app.subjects[Number($('subject').value)]);
  app.subjects = [new Subject(app, {
    title: app.status?.isRecording ? 'The recording' : app.target.file && !app.target.isServer ? 'The store' : 'The core',
    hasJournal: !!app.status,
  })];
  app.subject = app.subjects[0];
  fillSubjects();
  time.update();
  show(views.find((each) => each.name_ === rest.at(-1)) ?? MessagesView);
  poll();
  const ready = await app.wire.server();
  if (app.target.isServer) {
    // It may be another server than the one that adit inspect has checked.
    const names = Object.keys(ready.cores), core = app.target.core ?? names[0];
    if (!ready.trusted) app.problem = `The clients of ${app.target.target} are untrusted; a socket of --trusted-unix is expected.`;
    else if (!names.includes(core)) app.problem = core ? `The server has no core "${core}"; it has ${names.join(', ') || 'none'}.` : 'The server has no core.';
    else app.subject.core = core;
    if (!app.subject.core) {
      app.say(app.problem, true);
      if (!app.target.file) return;
    }
  }
  const name = await app.appName();
  try {
    app.catalog = new Catalog((await app.wire.request({ '@catalog': { app: name } }))['@catalog'].catalog, app.target.showsSecrets);
  } catch (error) {
    app.say(app.problem = `The app "${name}" is not in this library: ${error.message}. Only the messages of the file can be seen, as its secrets are not known; with --show-secrets, its state as well.`, true);
  }
  app.hasCatalog = true;
  show(view.constructor, true);
}

begin().catch((error) => app.say(app.problem = error.message, true));

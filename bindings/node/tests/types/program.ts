// What the declarations accept, and what they refuse: tsc checks it, nothing runs it.
import { AditError, Core, applyPatch, codes, load, parse, stringify } from '../../lib/index.js';

interface Items {
  ids: string[];
  entities: Record<string, { text: string; completed: boolean }>;
}

export async function program(): Promise<void> {
  const library = load(new URL('file:///libapps.so'));
  const hash: string = library.apps['todo']!.hash;
  const core: Core = library.open('todo', { expects: hash }, {
    onMessage: (message) => void message['@client']?.length,
    onError: (error) => void (error instanceof AditError && error.offset),
    gateways: {
      lists: async (request, { signal }) => (signal.aborted ? null : { texts: [request.fetch.list] }),
      async *inbox() {
        yield { text: 'hello' };
      },
    },
  });
  core.send({ todo: {} });
  core.send('{"todo":{}}');
  core.submit('web-1', new Uint8Array(2));
  const items = core.follow<Items>('/items', { from: 0, limit: 50 });
  const stop: () => void = items.onChange(({ ops, value }) => void (ops?.length && value?.ids));
  for await (const value of items) value?.entities['a']?.completed;
  const answer = await core.request({ '@get': { path: '/items' } }, { signal: new AbortController().signal });
  const count: number = core.process(-1) + core.call(answer).length + codes.EJSON;
  stop();
  core.unref().close();
  core[Symbol.dispose]();
  parse(stringify(applyPatch({ count }, [{ op: 'remove', path: '/count' }])));
  library.sender(core.id).wakeup();
  // @ts-expect-error: a message is no number
  core.send(7);
  // @ts-expect-error: cores are opened by a library
  new Core();
  // @ts-expect-error: there is no such code
  void codes.ENOENT;
  // @ts-expect-error: a number is no path
  load(7);
  // @ts-expect-error: no such operation
  applyPatch({}, [{ op: 'test', path: '', value: 1 }]);
}

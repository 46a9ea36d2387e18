// A generated client of todo, over Adit's binding: node end_to_end.js LIBRARY
//
// The client is made of a catalog in which the error emptyText has another name, so that an answer with it is not understood; the other
// client has another hash.
import * as adit from "adit";
import { ClientOptions, DecodingError, Received } from "adit/typed";
import { Gateways, Heard, TodoClient } from "./client.js";
import { TodoClient as OtherClient } from "./other.js";

declare const process: { readonly argv: readonly string[] };

const library = adit.load(process.argv[2] ?? "");

function expect(found: unknown, expected: unknown): void {
  const [left, right] = [found, expected].map((value) => adit.stringify(value));
  if (left !== right) throw new Error(`found ${left}; ${right} is expected`);
}

async function failure(action: () => unknown): Promise<unknown> {
  try {
    await action();
  } catch (error) {
    return error;
  }
  throw new Error("found no error");
}

type Options = ClientOptions<Heard, Gateways>;

async function withClient(options: Options, body: (client: TodoClient) => Promise<void>): Promise<void> {
  const client = TodoClient.open(library, options);
  await body(client);
  await client.end();
}

const lists = async (): Promise<{ texts: string[] }> => ({ texts: ["Bread", "Salt"] });
const heard: Received<Heard>[] = [];
const errors: unknown[] = [];

// Requests, a gateway and a followed part.
await withClient({ gateways: { lists }, onMessage: (message) => void heard.push(message) }, async (client) => {
  const open = client.followViewOpen({ from: 0, limit: 10 });
  const added = await client.todo.add({ text: "Milk" });
  expect("wasAdded" in added && [added.wasAdded.text, added.wasAdded.completed], ["Milk", false]);
  const imported = await client.todo.import("groceries");
  expect("wereImported" in imported && imported.wereImported.map((item) => item.text), ["Bread", "Salt"]);
  for await (const items of open) {
    if (items?.length !== 3) continue;
    expect([...items].map((item) => item.text), ["Milk", "Bread", "Salt"]);
    expect(items.get(items.ids[0] ?? "")?.text, "Milk");
    break;
  }
  client.send({ todo: { request: { add: { item: { text: "Tea" } } } }, "@id": 7 });
  expect((await client.stats()).queued, 0);
  expect(heard.filter((message) => "todo" in message).map((message) => message["@id"]), [7]);
  const answer = await client.request({ "@get": { path: "/view/openCount" } });
  expect("@value" in answer && answer["@value"].value, 4);
  expect("wasCreated" in (await client.tagging.create({ name: "food" })), true);
});

// An exception of a gateway is an error of the app's.
await withClient({ gateways: { lists: () => Promise.reject(new RangeError("no such list")) } }, async (client) => {
  expect(Object.keys(await client.todo.import("nothing")), ["wereNotImported"]);
});

// An effect that is cancelled aborts the signal.
await new Promise<void>((resolve) => {
  let client: TodoClient | undefined;
  const waiting = (_: unknown, { signal }: adit.GatewayContext): Promise<{ texts: string[] }> => {
    void client?.todo.cancelImport("groceries");
    return new Promise(() => signal.addEventListener("abort", () => resolve(client?.end())));
  };
  client = TodoClient.open(library, { gateways: { lists: waiting } });
  client.send({ todo: { request: { import: { from: "groceries" } } } });
});

// What is not understood is an error, and the client goes on.
await withClient({ onMessage: () => {}, onError: (error) => void errors.push(error) }, async (client) => {
  const path = 'todo.response.wasNotAdded.error: found "emptyText"; one of "noText"';
  const error = await failure(() => client.todo.add({ text: "" }));
  expect(error instanceof DecodingError && error.message.slice(0, path.length), path);
  client.send({ todo: { request: { add: { item: { text: "" } } } } });
  await client.todo.add({ text: "Milk" });
  expect(errors.map((error) => error instanceof DecodingError), [true]);
});

// An app with another catalog is refused; one that has extended it is not.
const other = await failure(() => OtherClient.open(library));
expect(other instanceof adit.AditError && [other.code, other.message.includes("expects")], ["ADIT_ECONFIG", true]);
const catalog = { ...library.catalog("todo"), hash: "0123456789abcdef" };
catalog.$defs["@toHost"].oneOf = catalog.$defs["@toHost"].oneOf.filter((form: any) => form.required[0] !== "appReview");
delete catalog.$defs["@toHost"].properties.appReview;
await withClient({ config: { expects: catalog } }, async (client) => void (await client.todo.add({ text: "Milk" })));

// A generated client of todo, over Adit's binding: node end_to_end.js LIBRARY
//
// The client is made of a catalog in which the error emptyText has another name, so that an answer with it is not understood; the other
// client has another hash.
import * as adit from "adit";
import { ClientOptions, DecodingError, MessageToCore, MessageToHost, TodoClient } from "./client.js";
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

const add = (text: string): MessageToCore => ({ todo: { request: { add: { item: { text } } } } });
const importing = (from: string): MessageToCore => ({ todo: { request: { import: { from } } } });

async function withClient(options: ClientOptions, body: (client: TodoClient) => Promise<void>): Promise<void> {
  const client = TodoClient.open(library, options);
  await body(client);
  await client.end();
}

const lists = async (): Promise<{ texts: string[] }> => ({ texts: ["Bread", "Salt"] });
const heard: MessageToHost[] = [];
const errors: unknown[] = [];

// Requests, a gateway and a followed part.
await withClient({ gateways: { lists }, onMessage: (message) => void heard.push(message) }, async (client) => {
  const open = client.follow("/view/open", { from: 0, limit: 10 });
  const added = await client.request(add("Milk"));
  expect("todo" in added && "wasAdded" in added.todo.response && added.todo.response.wasAdded.text, "Milk");
  const imported = await client.request(importing("groceries"));
  const response = "todo" in imported ? imported.todo.response : undefined;
  expect(response && "wereImported" in response && response.wereImported.map((item) => item.text), ["Bread", "Salt"]);
  for await (const value of open) if (value?.ids.length === 3) break;
  client.send({ ...add("Tea"), "@id": 7 });
  await client.request({ "@stats": {} });
  expect(heard.filter((message) => "todo" in message).map((message) => message["@id"]), [7]);
});

// An exception of a gateway is an error of the app's.
await withClient({ gateways: { lists: () => Promise.reject(new RangeError("no such list")) } }, async (client) => {
  const answer = await client.request(importing("nothing"));
  expect("todo" in answer && Object.keys(answer.todo.response), ["wereNotImported"]);
});

// An effect that is cancelled aborts the signal.
await new Promise<void>((resolve) => {
  let client: TodoClient | undefined;
  const waiting = (_: unknown, { signal }: adit.GatewayContext): Promise<{ texts: string[] }> => {
    client?.send({ todo: { request: { cancelImport: { from: "groceries" } } } });
    return new Promise(() => signal.addEventListener("abort", () => resolve(client?.end())));
  };
  client = TodoClient.open(library, { gateways: { lists: waiting } });
  client.send(importing("groceries"));
});

// What is not understood is an error, and the client goes on.
await withClient({ onMessage: () => {}, onError: (error) => void errors.push(error) }, async (client) => {
  const path = 'todo.response.wasNotAdded._1: found "emptyText"; one of "noText"';
  const error = await failure(() => client.request(add("")));
  expect(error instanceof DecodingError && error.message.slice(0, path.length), path);
  client.send(add(""));
  await client.request(add("Milk"));
  expect(errors.map((error) => error instanceof DecodingError), [true]);
});

// An app with another catalog is refused; one that has extended it is not.
const other = await failure(() => OtherClient.open(library));
expect(other instanceof adit.AditError && [other.code, other.message.includes("expects")], ["ADIT_ECONFIG", true]);
const catalog = { ...library.catalog("todo"), hash: "0123456789abcdef" };
catalog.$defs["@toHost"].oneOf = catalog.$defs["@toHost"].oneOf.filter((form: any) => form.required[0] !== "appReview");
delete catalog.$defs["@toHost"].properties.appReview;
await withClient({ config: { expects: catalog } }, async (client) => void (await client.request(add("Milk"))));

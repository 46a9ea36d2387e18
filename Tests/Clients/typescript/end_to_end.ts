// SPDX-License-Identifier: Apache-2.0
// Drives a core of todo over the standard streams.
import { MessageToHost, TodoClient } from "./client.js";

declare const process: {
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: { write(text: string): void };
  exit(code: number): never;
};

let receive = (_text: string): void => {};
const transport = {
  open(app: string, config: string, onMessage: (text: string) => void): void {
    receive = onMessage;
    process.stdout.write(`open ${app} ${config}\n`);
  },
  send: (text: string): void => process.stdout.write(`send ${text}\n`),
};

const client = new TodoClient(transport, hear, { lists: async () => ({ texts: ["Bread", "Salt"] }) });

function hear(message: MessageToHost): void {
  if (!("todo" in message)) return;
  const response = message.todo.response;
  if ("wasAdded" in response && message["@id"] === 7) client.send({ todo: { request: { import: { from: "groceries" } } } });
  if ("wereImported" in response && response.wereImported.map((item) => item.text).join() === "Bread,Salt") {
    process.stdout.write("done\n");
  }
}

await client.open();
client.send({ todo: { request: { add: { item: { text: "Milk" } } } }, "@id": 7 });
let rest = "";
for await (const chunk of process.stdin) {
  const lines = (rest + new TextDecoder().decode(chunk)).split("\n");
  rest = lines.pop() ?? "";
  lines.forEach((line) => receive(line));
}

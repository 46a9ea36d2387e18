// Reads and writes messages with the generated module `client`.
import { DecodingError, stringify } from "adit/typed";
import { toCore, toHost } from "./client.js";

declare const process: {
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: { write(text: string): void };
};

const chunks: number[][] = [];
for await (const chunk of process.stdin) chunks.push([...chunk]);
const text = new TextDecoder().decode(Uint8Array.from(chunks.flat()));
for (const line of text.split("\n").filter((line) => line !== "")) {
  const space = line.indexOf(" ");
  const [direction, message] = [line.slice(0, space), line.slice(space + 1)];
  try {
    process.stdout.write(`${stringify((direction === "toCore" ? toCore : toHost).decode(message))}\n`);
  } catch (error) {
    if (!(error instanceof DecodingError)) throw error;
    process.stdout.write(`error: ${error.message.replace(/\n/g, " ")}\n`);
  }
}

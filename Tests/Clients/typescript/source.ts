// A generated client of chat, whose source sends items and ends: node source.js LIBRARY
import * as adit from "adit";
import { Received } from "adit/typed";
import { ChatClient, ChatMessageInput, Heard, InboxRequest } from "./client.js";

declare const process: { readonly argv: readonly string[] };

async function* inbox(request: InboxRequest): AsyncGenerator<ChatMessageInput> {
  yield { from: "Ada", text: `Hello to ${request.follow.room}` };
}

const heard: string[] = [];
await new Promise<void>((resolve) => {
  const onMessage = (message: Received<Heard>): void => {
    if (!("inbox" in message)) return;
    heard.push("received" in message.inbox ? message.inbox.received.message.text : `lost ${message.inbox.wasLost.reason}`);
    if (heard.length === 2) resolve(client.end());
  };
  const client = ChatClient.open(adit.load(process.argv[2] ?? ""), { gateways: { inbox }, onMessage });
  void client.presence.goOnline("kitchen");
});
if (heard.join() !== "Hello to kitchen,lost undefined") throw new Error(`found ${heard.join()}`);

import { once } from "node:events";
import { WebSocket } from "ws";
import type { Answer } from "../helpers/service.ts";

/** A message of graphql-transport-ws. */
export interface Message {
  id?: string;
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: only the test knows the type of its data
  payload?: any;
}

/** The messages of one operation, in order. */
export interface Operation {
  id: string;
  /** Returns the next result. Fails if the operation ends before. */
  next(): Promise<Answer>;
  /** Settles when the host ends the operation, with its errors or with nothing. */
  ended: Promise<Answer["errors"]>;
  /** Ends the operation. */
  stop(): void;
}

/** A websocket client that follows the protocol exactly. */
export interface Client {
  socket: WebSocket;
  /** All received messages. */
  messages: Message[];
  /** The code and reason of the close. */
  closed: Promise<[code: number, reason: string]>;
  send(message: Message | string): void;
  /** Returns the first message that matches, received or still to come. */
  message(fits: (message: Message) => boolean): Promise<Message>;
  begin(query: string, variables?: object, operationName?: string): Operation;
  /** Begins a subscription, and waits until the service says that it has begun. */
  subscribe(query: string, variables?: object): Promise<Operation>;
  /** Sends a query or a mutation, and returns its answer. */
  ask(query: string, variables?: object, operationName?: string): Promise<Answer>;
}

/** Connects without connection_init. */
export async function connect(url: string, protocol?: string): Promise<Client> {
  const address = new URL("/graphql", url.replace("http", "ws"));
  const socket = protocol === undefined ? new WebSocket(address) : new WebSocket(address, protocol);
  const messages: Message[] = [];
  const watchers = new Set<() => void>();
  const tell = () => {
    for (const watcher of watchers) watcher();
  };
  socket.on("message", (data) => {
    messages.push(JSON.parse(String(data)));
    tell();
  });
  socket.on("error", () => {});
  const closed = once(socket, "close").then(([code, reason]): [number, string] => {
    tell();
    return [code, String(reason)];
  });
  await once(socket, "open");

  /** Returns the nth message that matches. Fails if the connection closes before. */
  function message(fits: (message: Message) => boolean, n = 0): Promise<Message> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = messages.filter(fits)[n];
        if (!found && socket.readyState !== WebSocket.CLOSED) return;
        watchers.delete(look);
        if (found) resolve(found);
        else reject(new Error(`closed after ${JSON.stringify(messages)}`));
      };
      watchers.add(look);
      look();
    });
  }
  const send: Client["send"] = (text) =>
    socket.send(typeof text === "string" ? text : JSON.stringify(text));
  let operations = 0;

  function begin(query: string, variables?: object, operationName?: string): Operation {
    operations += 1;
    const id = String(operations);
    let taken = 0;
    send({ id, type: "subscribe", payload: { query, variables, operationName } });
    const ended = message((one) => one.id === id && one.type !== "next").then(
      ({ payload }) => payload,
    );
    // Prevents an unhandled rejection if nobody waits for it.
    ended.catch(() => {});
    return {
      id,
      ended,
      async next() {
        const { type, payload } = await message((one) => one.id === id, taken);
        if (type !== "next") throw new Error(`ended: ${JSON.stringify(payload)}`);
        taken += 1;
        return payload;
      },
      stop: () => send({ id, type: "complete" }),
    };
  }

  async function ask(query: string, variables?: object, operationName?: string): Promise<Answer> {
    const operation = begin(query, variables, operationName);
    const errors = await operation.ended;
    return errors ? { errors } : await operation.next();
  }

  return {
    socket,
    messages,
    closed,
    send,
    message: (fits) => message(fits),
    begin,
    ask,
    async subscribe(query, variables) {
      const operation = begin(query, variables);
      // The host answers this when the subscription has started.
      await ask("{ apiVersion }");
      return operation;
    },
  };
}

/** Connects and sends connection_init with a payload. */
export async function open(url: string, payload?: object): Promise<Client> {
  const client = await connect(url, "graphql-transport-ws");
  client.send({ type: "connection_init", ...(payload && { payload }) });
  await client.message(({ type }) => type === "connection_ack");
  return client;
}

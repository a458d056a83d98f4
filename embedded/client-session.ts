import type { Duplex } from "node:stream";
import { type Batch, emptyBatch, size } from "./batch.ts";
import {
  endOfString,
  errorResponse,
  MessageReader,
  message,
  ProtocolError,
  shortText,
} from "./protocol.ts";
import type { Settings } from "./settings.ts";
import { readStartup } from "./startup.ts";
import { StatementNames } from "./statement-names.ts";

/** If a client has more batches waiting, no more is read from it until some have run. */
const MAX_WAITING_BYTES = 4 << 20;

/** In which a client that is disconnected reads its last answers. */
const DISCONNECT_DELAY_MS = 1000;

/** The events of a session, for whoever runs its batches. */
export interface SessionEvents {
  /** The client has sent its start-up message. Returns the answer. */
  connected(session: ClientSession): Uint8Array[];
  /** The client has a batch to run, has left, or can take output again. */
  ready(session: ClientSession): void;
}

/** One client. Cuts its messages into batches, and sends it the answers. */
export class ClientSession {
  readonly names: StatementNames;
  /** Batches in the order they have to run. */
  readonly batches: Batch[] = [];
  /** True if the client has left or is being disconnected: after its batches, only the clean-up remains. */
  gone = false;
  /** True if its start-up message was answered. */
  connected = false;
  /** True if the backend still expects a Sync (after a Flush). */
  unsynced = false;
  /** The settings it began with. */
  initialSettings: Settings = new Map();
  /** The settings it has now. */
  settings: Settings = new Map();
  /** Statements of the running transaction that change the settings when it commits. */
  readonly uncommittedSettings: string[] = [];
  /** Its unnamed statement, which is parsed again if another client replaced it. */
  unnamed: Buffer | undefined;

  #lastMessages: Buffer[] = [];
  readonly #stream: Duplex;
  readonly #events: SessionEvents;
  readonly #reader: MessageReader = new MessageReader();
  #draft: Batch = emptyBatch();
  #waiting = 0;
  #copyQuery: Batch | undefined;
  #copyRefused = false;
  #ignoreSync = false;

  constructor(id: number, stream: Duplex, events: SessionEvents) {
    this.names = new StatementNames(id);
    this.#stream = stream;
    this.#events = events;
    stream.on("data", (chunk: Buffer) => this.#receive(chunk));
    stream.on("drain", () => events.ready(this));
    stream.on("end", () => this.#leave());
    stream.on("close", () => this.#leave());
    // After an error comes 'close', which handles it.
    stream.on("error", () => {});
  }

  /** True if it has queued work and its socket is not back-pressured. */
  get runnable(): boolean {
    if (this.gone) return true;
    return this.batches.length > 0 && !this.#stream.writableNeedDrain;
  }

  /** Takes the next batch. Undefined if there is none, because the client has left. */
  shift(): Batch | undefined {
    const batch = this.batches.shift();
    if (batch) {
      this.#waiting -= size(batch);
      if (this.#stream.isPaused() && this.#waiting < MAX_WAITING_BYTES) this.#stream.resume();
    }
    return batch;
  }

  /** Sends messages to the client. */
  send(parts: Uint8Array[]): void {
    if (!this.#stream.writable) return;
    this.#stream.cork();
    for (const part of parts) this.#stream.write(part);
    this.#stream.uncork();
  }

  /** Disconnects the client after its batches, with an error if one is given. */
  end(code?: string, text?: string): void {
    if (code && text) this.#lastMessages = [errorResponse("FATAL", code, text)];
    this.#leave();
  }

  /** Disconnects the client at once, with an error of the backend's. */
  refuse(error: Buffer): void {
    this.batches.length = 0;
    this.#lastMessages = [error];
    this.#leave();
  }

  /** Closes the connection. */
  disconnect(): void {
    this.send(this.#lastMessages);
    const stream = this.#stream;
    stream.end(() => stream.destroy());
    setTimeout(() => stream.destroy(), DISCONNECT_DELAY_MS).unref();
  }

  /** Asks the client for its COPY data. The query runs again with it. */
  beginCopy(batch: Batch, request: Buffer): void {
    this.#copyQuery = batch;
    this.send([request]);
  }

  /** Notes that an error refused the client's COPY. The data that it still sends is dropped. */
  refuseCopy(isExtended: boolean): void {
    this.#copyRefused = isExtended;
  }

  #leave(): void {
    if (this.gone) return;
    this.gone = true;
    this.#stream.removeAllListeners("data");
    this.#stream.resume();
    this.#events.ready(this);
  }

  #receive(chunk: Buffer): void {
    try {
      this.#reader.push(chunk);
      while (!this.gone) {
        const bytes = this.#reader.next();
        if (!bytes) break;
        if (this.connected) this.#receiveMessage(bytes);
        else this.#start(bytes);
      }
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.end("08P01", error.message);
    }
  }

  #start(bytes: Buffer): void {
    const startup = readStartup(bytes);
    switch (startup.kind) {
      case "encryption":
        this.send([Buffer.from("N")]);
        break;
      case "cancel":
        // PGlite cannot interrupt a statement.
        this.end();
        break;
      case "refused":
        this.end(startup.code, startup.text);
        break;
      case "session":
        this.initialSettings = startup.settings;
        this.settings = startup.settings;
        this.#reader.startupDone();
        this.connected = true;
        this.send([...startup.negotiation, ...this.#events.connected(this)]);
    }
  }

  #receiveMessage(bytes: Buffer): void {
    const type = String.fromCharCode(bytes[0] as number);
    if (this.#copyQuery && this.#collectCopy(type, bytes, this.#copyQuery)) return;
    const ignoreSync = this.#ignoreSync;
    this.#ignoreSync = false;
    const draft = this.#draft;
    switch (type) {
      case "P": {
        const textAt = endOfString(bytes, 5);
        const parse = this.names.parse(bytes);
        if (bytes[5] === 0) draft.unnamedParse = parse;
        draft.texts.push(shortText(bytes, textAt, endOfString(bytes, textAt)));
        draft.parts.push(parse);
        break;
      }
      case "B": {
        if (bytes[endOfString(bytes, 5)] === 0 && !draft.unnamedParse) draft.needsUnnamed = true;
        draft.parts.push(this.names.bind(bytes));
        break;
      }
      case "D":
      case "C":
        if (bytes[5] === 0x53 && bytes[6] === 0 && !draft.unnamedParse) draft.needsUnnamed = true;
        draft.parts.push(this.names.describeOrClose(type, bytes));
        break;
      case "E":
        draft.parts.push(bytes);
        break;
      case "H":
        this.#finish("flush", bytes);
        break;
      case "S":
        if (!ignoreSync) this.#finish("sync", bytes);
        break;
      case "Q": {
        const text = shortText(bytes, 5, endOfString(bytes, 5));
        const rewritten = this.names.deallocate(text);
        draft.texts.push(text);
        this.#finish("query", rewritten ? message("Q", rewritten) : bytes);
        break;
      }
      case "F":
        this.#finish("query", bytes);
        break;
      case "d":
        break;
      case "c":
      case "f":
        // After a failed COPY, PostgreSQL ignores the rest of it. In the extended protocol that includes a second Sync.
        this.#ignoreSync = this.#copyRefused;
        this.#copyRefused = false;
        break;
      case "X":
        this.end();
        break;
      default:
        throw new ProtocolError(`invalid frontend message type ${bytes[0]}`);
    }
  }

  /** Collects COPY data. Returns false if the message must be handled as usual. */
  #collectCopy(type: string, bytes: Buffer, batch: Batch): boolean {
    switch (type) {
      case "d":
        batch.parts.push(bytes);
        return true;
      case "H":
      case "S":
        return true;
      case "X":
        this.#copyQuery = undefined;
        return false;
    }
    this.#copyQuery = undefined;
    const isComplete = type === "c" || type === "f";
    this.#draft = batch;
    this.#finish("copy", isComplete ? bytes : message("f", `unexpected message type ${bytes[0]}`));
    return isComplete;
  }

  #finish(kind: Batch["kind"], last: Buffer): void {
    const batch = this.#draft;
    this.#draft = emptyBatch();
    batch.kind = kind;
    batch.parts.push(last);
    this.batches.push(batch);
    this.#waiting += size(batch);
    if (this.#waiting > MAX_WAITING_BYTES) this.#stream.pause();
    this.#events.ready(this);
  }
}

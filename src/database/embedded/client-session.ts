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

/** A client that has this much waiting is not read further until some of it has run. */
const MAX_WAITING = 4 << 20;

/** How long a client that is shown out has to read its last answers, in milliseconds. */
const LINGER = 1000;

/** What a session tells the one that runs its batches. */
export interface SessionEvents {
  /** Has sent its start-up message. Returns what to answer. */
  connected(session: ClientSession): Uint8Array[];
  /** Has a batch to run, or has left, or can take output again. */
  ready(session: ClientSession): void;
}

/** One client: cuts what it sends into batches, and takes what the backend answers. */
export class ClientSession {
  readonly names: StatementNames;
  /** Batches in the order they have to run. */
  readonly batches: Batch[] = [];
  /** It has left, or is being shown out: after its batches only cleaning up remains. */
  gone = false;
  /** It has been answered its start-up. */
  connected = false;
  /** The backend is in the middle of its batch (after a Flush). */
  unsynced = false;
  /** The settings it began with. */
  initialSettings: Settings = new Map();
  /** The settings it has now. */
  settings: Settings = new Map();
  /** Statements of its transaction that change them, if it is committed. */
  readonly uncommittedSettings: string[] = [];
  /** Its unnamed statement, to be parsed again when another client has replaced it. */
  unnamed: Buffer | undefined;

  #parting: Buffer[] = [];
  readonly #stream: Duplex;
  readonly #events: SessionEvents;
  readonly #reader: MessageReader = new MessageReader();
  #draft: Batch = emptyBatch();
  #waiting = 0;
  #copyQuery: Batch | undefined;
  #copyRefused = false;
  #swallowSync = false;

  constructor(id: number, stream: Duplex, events: SessionEvents) {
    this.names = new StatementNames(id);
    this.#stream = stream;
    this.#events = events;
    stream.on("data", (chunk: Buffer) => this.#receive(chunk));
    stream.on("drain", () => events.ready(this));
    stream.on("end", () => this.#leave());
    stream.on("close", () => this.#leave());
    // A broken connection is a client that has left; 'close' follows.
    stream.on("error", () => {});
  }

  /** Whether there is something to do for it, and it takes what comes of it. */
  get runnable(): boolean {
    if (this.gone) return true;
    return this.batches.length > 0 && !this.#stream.writableNeedDrain;
  }

  /** The next batch; undefined when it has left. */
  shift(): Batch | undefined {
    const batch = this.batches.shift();
    if (batch) {
      this.#waiting -= size(batch);
      if (this.#stream.isPaused() && this.#waiting < MAX_WAITING) this.#stream.resume();
    }
    return batch;
  }

  /** Sends it bytes of the protocol. */
  send(parts: Uint8Array[]): void {
    if (!this.#stream.writable) return;
    this.#stream.cork();
    for (const part of parts) this.#stream.write(part);
    this.#stream.uncork();
  }

  /** Shows it out when its batches have run, with an error when one is given. */
  end(code?: string, text?: string): void {
    if (code && text) this.#parting = [errorResponse("FATAL", code, text)];
    this.#leave();
  }

  /** Shows it out at once, with an error of the backend's. */
  refuse(error: Buffer): void {
    this.batches.length = 0;
    this.#parting = [error];
    this.#leave();
  }

  /** Ends its connection. */
  disconnect(): void {
    this.send(this.#parting);
    const stream = this.#stream;
    stream.end(() => stream.destroy());
    setTimeout(() => stream.destroy(), LINGER).unref();
  }

  /** Has it send its COPY data, to be run with the query afterwards. */
  beginCopy(batch: Batch, request: Buffer): void {
    this.#copyQuery = batch;
    this.send([request]);
  }

  /** Its COPY has been refused by an error; what it sends for it is dropped. */
  refuseCopy(extended: boolean): void {
    this.#copyRefused = extended;
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
        if (this.connected) this.#take(bytes);
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
        // Statements run to their end: there is nothing to interrupt them with.
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

  #take(bytes: Buffer): void {
    const type = String.fromCharCode(bytes[0] as number);
    if (this.#copyQuery && this.#takeCopy(type, bytes, this.#copyQuery)) return;
    const swallowSync = this.#swallowSync;
    this.#swallowSync = false;
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
        if (!swallowSync) this.#finish("sync", bytes);
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
        // After a COPY that failed PostgreSQL ignores the rest of it, and so do we; by the extended
        // protocol that includes a second Sync.
        this.#swallowSync = this.#copyRefused;
        this.#copyRefused = false;
        break;
      case "X":
        this.end();
        break;
      default:
        throw new ProtocolError(`invalid frontend message type ${bytes[0]}`);
    }
  }

  /** Collects COPY data. Returns false when the message is to be handled as usual. */
  #takeCopy(type: string, bytes: Buffer, batch: Batch): boolean {
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
    const whole = type === "c" || type === "f";
    this.#draft = batch;
    this.#finish("copy", whole ? bytes : message("f", `unexpected message type ${bytes[0]}`));
    return whole;
  }

  #finish(kind: Batch["kind"], last: Buffer): void {
    const batch = this.#draft;
    this.#draft = emptyBatch();
    batch.kind = kind;
    batch.parts.push(last);
    this.batches.push(batch);
    this.#waiting += size(batch);
    if (this.#waiting > MAX_WAITING) this.#stream.pause();
    this.#events.ready(this);
  }
}

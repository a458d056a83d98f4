import type { Backend } from "./backend.ts";
import { BackendOutput } from "./backend-output.ts";
import type { Batch } from "./batch.ts";
import { Channels } from "./channels.ts";
import type { ClientSession } from "./client-session.ts";
import { closeStatement, message, query, readyForQuery, SYNC } from "./protocol.ts";
import { afterStatement, changeSettings, changesSettings, type Settings } from "./settings.ts";

const COPY_STATEMENT = /^\s*copy\b[\s\S]*\bstdin\b/i;
const COPY_NEEDS_SIMPLE_QUERY = message(
  "f",
  "the embedded database takes COPY FROM STDIN only as a simple query of its own",
);
/** Has a Sync roll back, rather than commit, what a client has left unfinished. */
const MISTAKE = message("P", "", "unfinished", Buffer.alloc(2));

/** How many of the first such answers belong to messages that the client did not send. */
interface Hidden {
  parses?: number;
  copyRequests?: number;
}

/**
 * Runs the clients' batches on the backend, one at a time, and keeps up the appearance that each client
 * has a backend to itself: its settings, its unnamed statement, its channels, its COPY.
 */
export class BatchRunner {
  readonly #backend: Backend;
  readonly #broadcast: (parts: Buffer[], except: ClientSession | undefined) => void;
  readonly #channels: Channels<ClientSession> = new Channels();
  readonly #greeting: Uint8Array[];
  #status = "I";
  /** As they are on the backend. */
  #settings: Settings = new Map();
  #unnamedOwner: ClientSession | undefined;

  /** @param broadcast sends to all clients but one */
  constructor(
    backend: Backend,
    broadcast: (parts: Buffer[], except: ClientSession | undefined) => void,
  ) {
    this.#backend = backend;
    this.#broadcast = broadcast;
    const reply = new BackendOutput();
    reply.push(Buffer.from(backend.startupReply));
    this.#greeting = [...reply.parts, readyForQuery("I")];
  }

  /** What to say to a client that connects. */
  greeting(): Uint8Array[] {
    return this.#greeting;
  }

  /**
   * Runs a batch and sends the answer.
   *
   * @returns whether the backend is idle afterwards, so that it can be another's
   * @throws when the backend is broken for good
   */
  async run(session: ClientSession, batch: Batch): Promise<boolean> {
    if (!(await this.#takeSettings(session))) return true;
    if (batch.kind === "copy") {
      // It was only tried before; now its data is there.
      return this.#answer(session, await this.#request(batch.parts, { copyRequests: 1 }));
    }
    const tried = batch.kind === "query" && batch.texts.some((text) => COPY_STATEMENT.test(text));
    const savepoint = tried && this.#status === "T";
    if (savepoint) await this.#internal("savepoint embedded_copy");
    const canRepeat = savepoint || this.#status === "I";

    const output = await this.#runWithUnnamed(session, batch);
    if (output.firstCopyRequest && batch.kind === "query" && canRepeat) {
      if (savepoint) await this.#internal("rollback to embedded_copy; release embedded_copy");
      session.beginCopy(batch, output.firstCopyRequest);
      return this.#status === "I";
    }
    if (output.copyRequests > 0) session.refuseCopy(batch.kind !== "query");
    const idle = this.#answer(session, output);
    this.#noteSettings(session, batch, output);
    await this.#noteChannels(session, batch);
    return idle;
  }

  /** Undoes what a client that has left would leave behind. */
  async cleanUp(session: ClientSession, owner: boolean): Promise<void> {
    if (owner) {
      if (session.unsynced) await this.#request([MISTAKE, SYNC]);
      this.#unnamedOwner = undefined;
      if (this.#status !== "I") await this.#internal("rollback");
    }
    const closes = [...session.names.open].map(closeStatement);
    if (closes.length > 0) await this.#request([...closes, SYNC]);
    const unlisten = this.#channels.leave(session);
    if (unlisten) await this.#internal(unlisten);
    if (this.#unnamedOwner === session) this.#unnamedOwner = undefined;
  }

  /** Changes the settings to the client's; it is shown out when they are refused. */
  async #takeSettings(session: ClientSession): Promise<boolean> {
    if (session.settings === this.#settings) return true;
    const change = changeSettings(this.#settings, session.settings);
    const output = change ? await this.#internal(change) : undefined;
    if (output?.error) {
      // Nothing has changed: it was one transaction.
      session.refuse(output.error);
      return false;
    }
    this.#settings = session.settings;
    return true;
  }

  /** Notes what the client has set for its session, to set it again when others have had a turn. */
  #noteSettings(session: ClientSession, batch: Batch, output: BackendOutput): void {
    const noted = session.uncommittedSettings;
    if (!output.error) noted.push(...batch.texts.filter(changesSettings));
    if (output.status !== "I" || noted.length === 0) return;
    for (const text of output.tag === "ROLLBACK" ? [] : noted) {
      const { actual, wanted } = afterStatement(text, this.#settings, session.initialSettings);
      this.#settings = actual;
      session.settings = wanted;
    }
    noted.length = 0;
  }

  /** Runs a batch, with the client's unnamed statement in place when it needs it. */
  async #runWithUnnamed(session: ClientSession, batch: Batch): Promise<BackendOutput> {
    const lost = batch.needsUnnamed && this.#unnamedOwner !== session ? session.unnamed : undefined;
    const output = lost
      ? await this.#request([lost, ...batch.parts], { parses: 1 })
      : await this.#request(batch.parts);
    if (batch.kind === "query") {
      // A simple query drops it.
      this.#unnamedOwner = undefined;
      session.unnamed = undefined;
    } else if (batch.unnamedParse || lost) {
      this.#unnamedOwner = session;
      session.unnamed = batch.unnamedParse ?? lost;
    }
    return output;
  }

  #answer(session: ClientSession, output: BackendOutput): boolean {
    const ready = output.status ? [readyForQuery(output.status)] : [];
    session.send([...output.parts, ...ready]);
    session.unsynced = output.status === undefined;
    this.#share(output, session);
    return output.status === "I";
  }

  /** Passes notifications on to all, but for the one whose answer has them. */
  #share(output: BackendOutput, except?: ClientSession): void {
    if (output.notifications.length > 0) this.#broadcast(output.notifications, except);
  }

  async #noteChannels(session: ClientSession, batch: Batch): Promise<void> {
    for (const text of batch.texts) {
      const restore = this.#channels.note(session, text);
      if (restore && this.#status !== "E" && !session.unsynced) await this.#internal(restore);
    }
  }

  /** Runs SQL of our own. */
  async #internal(text: string): Promise<BackendOutput> {
    this.#unnamedOwner = undefined;
    const output = await this.#request([query(text)]);
    this.#share(output);
    return output;
  }

  /** Runs messages; what the backend asks for beyond them (COPY data) is refused. */
  async #request(parts: Uint8Array[], hidden: Hidden = {}): Promise<BackendOutput> {
    const output = new BackendOutput(hidden);
    const last = parts.at(-1)?.[0];
    const synced = last === 0x53;
    let answered = hidden.copyRequests ?? 0;
    await this.#backend.run(parts, (chunk) => {
      output.push(chunk);
      if (output.copyRequests <= answered) return undefined;
      answered = output.copyRequests;
      return synced ? Buffer.concat([COPY_NEEDS_SIMPLE_QUERY, SYNC]) : COPY_NEEDS_SIMPLE_QUERY;
    });
    if (output.status) this.#status = output.status;
    // A flush has no end, nor has a query that is skipped because of an error in what came before it.
    else if (synced || (last === 0x51 && parts.length === 1)) {
      throw new Error("the embedded database no longer answers");
    }
    return output;
  }
}

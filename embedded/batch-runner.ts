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
/** A statement that fails, so that the next Sync rolls back what a client left unfinished. */
const FAILING_PARSE = message("P", "", "unfinished", Buffer.alloc(2));

/** How many of the first answers belong to messages that the client did not send. */
interface HiddenAnswers {
  parses?: number;
  copyRequests?: number;
}

/**
 * Runs the clients' batches on the backend, one at a time. It switches settings, the unnamed statement, channels and
 * COPY, so that each client seems to have its own backend.
 */
export class BatchRunner {
  readonly #backend: Backend;
  readonly #broadcast: (parts: Buffer[], except: ClientSession | undefined) => void;
  readonly #channels: Channels<ClientSession> = new Channels();
  readonly #greeting: Uint8Array[];
  #status = "I";
  /** The settings that the backend has now. */
  #settings: Settings = new Map();
  #unnamedOwner: ClientSession | undefined;

  /** @param broadcast sends to all clients except one */
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

  /** The answer to a client that connects. */
  greeting(): Uint8Array[] {
    return this.#greeting;
  }

  /**
   * Runs a batch and sends the answer.
   *
   * @returns true if the backend is idle afterwards, so that another client can have it
   * @throws if the backend is broken for good
   */
  async run(session: ClientSession, batch: Batch): Promise<boolean> {
    if (!(await this.#applySettings(session))) return true;
    if (batch.kind === "copy") {
      // The query was only tried before. Now its data is here.
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
    this.#recordSettings(session, batch, output);
    await this.#recordChannels(session, batch);
    return idle;
  }

  /** Removes what a client leaves behind. */
  async cleanUp(session: ClientSession, isOwner: boolean): Promise<void> {
    if (isOwner) {
      if (session.unsynced) await this.#request([FAILING_PARSE, SYNC]);
      this.#unnamedOwner = undefined;
      if (this.#status !== "I") await this.#internal("rollback");
    }
    const closes = [...session.names.open].map(closeStatement);
    if (closes.length > 0) await this.#request([...closes, SYNC]);
    const unlisten = this.#channels.leave(session);
    if (unlisten) await this.#internal(unlisten);
    if (this.#unnamedOwner === session) this.#unnamedOwner = undefined;
  }

  /** Changes the backend's settings to the client's. If they are refused, the client is disconnected. */
  async #applySettings(session: ClientSession): Promise<boolean> {
    if (session.settings === this.#settings) return true;
    const change = changeSettings(this.#settings, session.settings);
    const output = change ? await this.#internal(change) : undefined;
    if (output?.error) {
      // Nothing has changed, because it was one transaction.
      session.refuse(output.error);
      return false;
    }
    this.#settings = session.settings;
    return true;
  }

  /** Records what the client has set for its session. It is set again after other clients have had the backend. */
  #recordSettings(session: ClientSession, batch: Batch, output: BackendOutput): void {
    const statements = session.uncommittedSettings;
    if (!output.error) statements.push(...batch.texts.filter(changesSettings));
    if (output.status !== "I" || statements.length === 0) return;
    for (const text of output.tag === "ROLLBACK" ? [] : statements) {
      const { actual, wanted } = afterStatement(text, this.#settings, session.initialSettings);
      this.#settings = actual;
      session.settings = wanted;
    }
    statements.length = 0;
  }

  /** Runs a batch. If it needs the client's unnamed statement and another client replaced that, it is parsed again. */
  async #runWithUnnamed(session: ClientSession, batch: Batch): Promise<BackendOutput> {
    const replaced =
      batch.needsUnnamed && this.#unnamedOwner !== session ? session.unnamed : undefined;
    const output = replaced
      ? await this.#request([replaced, ...batch.parts], { parses: 1 })
      : await this.#request(batch.parts);
    if (batch.kind === "query") {
      // A simple query drops the unnamed statement.
      this.#unnamedOwner = undefined;
      session.unnamed = undefined;
    } else if (batch.unnamedParse || replaced) {
      this.#unnamedOwner = session;
      session.unnamed = batch.unnamedParse ?? replaced;
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

  /** Sends notifications to all clients except the one whose answer has them. */
  #share(output: BackendOutput, except?: ClientSession): void {
    if (output.notifications.length > 0) this.#broadcast(output.notifications, except);
  }

  async #recordChannels(session: ClientSession, batch: Batch): Promise<void> {
    for (const text of batch.texts) {
      const restore = this.#channels.record(session, text);
      if (restore && this.#status !== "E" && !session.unsynced) await this.#internal(restore);
    }
  }

  /** Runs SQL that no client sent. */
  async #internal(text: string): Promise<BackendOutput> {
    this.#unnamedOwner = undefined;
    const output = await this.#request([query(text)]);
    this.#share(output);
    return output;
  }

  /** Runs messages. If the backend asks for COPY data, it gets a refusal. */
  async #request(parts: Uint8Array[], hidden: HiddenAnswers = {}): Promise<BackendOutput> {
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
    // No ReadyForQuery comes for a flush, or for a query that is skipped because of an earlier error.
    else if (synced || (last === 0x51 && parts.length === 1)) {
      throw new Error("the embedded database no longer answers");
    }
    return output;
  }
}

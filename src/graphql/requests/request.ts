import type { AnswerBudget } from "../../database/answer-budget.ts";
import type { DatabaseRequest } from "../../database/database-request.ts";
import type { LoggedRequest } from "../../ops/logged-request.ts";
import type { Identity } from "../../people/tokens.ts";
import type { KnownDocument } from "./known-documents.ts";
import type { SoundLists } from "./sound-lists.ts";

/**
 * A message over HTTP, or an operation over a websocket. It is made at the door. Plans find it in their context, the
 * adaptor runs its statements for it, quotas are taken for it, and the log and the audit log write of it.
 */
export class Request implements DatabaseRequest {
  /** Undefined without a valid token. */
  readonly identity: Identity | undefined;
  /** Returns the client's address, as limits count it. Few operations need it. */
  readonly address: () => string;
  /** The client's program, as it names itself over HTTP. */
  readonly client: string | undefined;
  /** The origin of the service's own page that sent it. */
  readonly origin: string | undefined;
  /** Undefined where nothing is logged. */
  readonly log: LoggedRequest | undefined;
  /** The body, if it was read before grafserv got the request. */
  body: Buffer | undefined;
  /** What was asked for, once it is validated. */
  asked: KnownDocument | undefined;
  /** What the answer may still take, once the request is admitted. */
  budget: AnswerBudget | undefined;
  /** The sounds of the answer, once the request is admitted. */
  sounds: SoundLists | undefined;
  /** Called when its operation has its plan, which is new or known. */
  onPlan: ((isNew: boolean) => void) | undefined;
  /** The seconds until it may be sent again, if nothing of it could be answered. */
  retryAfter: number | undefined;
  pool: "public" | "publication" = "public";
  #userId: number | undefined;

  constructor({
    identity,
    address,
    client,
    origin,
    log,
  }: Pick<Request, "address"> & Partial<Pick<Request, "identity" | "client" | "origin" | "log">>) {
    this.identity = identity;
    this.address = address;
    this.client = client;
    this.origin = origin;
    this.log = log;
    this.ownBy(identity?.userId);
  }

  get id(): string | undefined {
    return this.log?.id;
  }

  /** The user's id as text. Empty without a valid token or device key. */
  get userId(): string {
    return this.#userId === undefined ? "" : String(this.#userId);
  }

  /** Notes whose it is: the user of its token, or of a device key that came instead. */
  ownBy(userId: number | undefined): void {
    this.#userId = userId;
    if (this.log) this.log.userId = userId;
  }

  /** Begins the next answer of a subscription, with full budgets. */
  beginAnswer(): void {
    this.budget?.refill();
    this.sounds?.refill();
  }
}

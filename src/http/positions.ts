import type { IncomingMessage, ServerResponse } from "node:http";
import { LRU } from "@graphile/lru";
import type pg from "pg";
import { AWAY_RETRY_AFTER_S, logFault } from "../graphql/errors/unavailable.ts";
import type { Request } from "../graphql/requests/request.ts";
import { BYTES_PER_REPORT, pay, type TakeQuota } from "../limits/quotas.ts";
import { Secrets } from "../limits/secrets.ts";
import { AppError, type ErrorCode } from "../ops/app-error.ts";
import { unstorable } from "../ops/instruments.ts";
import type { Log } from "../ops/log.ts";
import { MAX_STRANGER_BYTES } from "../people/large-bodies.ts";
import {
  credentialsOf,
  type DeviceKey,
  findDeviceKey,
  readDeviceKey,
} from "../positions/device-key.ts";
import { readOsmAnd } from "../positions/osmand.ts";
import { readOverland } from "../positions/overland.ts";
import { readOwnTracks } from "../positions/owntracks.ts";
import type { AppPosition, ReadRequest } from "../positions/reading.ts";
import { JSON_TYPE, refuse } from "./errors.ts";
import { readBody } from "./read-body.ts";

/** Some clients write it before JSON, which may not have it. */
const BYTE_ORDER_MARK = /^\uFEFF/;

/** Combinations of app, user and fault that are remembered as logged. */
const MAX_LOGGED_FAULTS = 10_000;

/** Notes why something that an app sent can never be stored. */
type NoteFaults = (app: string, userId: number, faults: readonly string[]) => void;

/**
 * Returns a function that counts faults, and logs each once for a user and an app: some apps repeat the same one
 * indefinitely.
 */
export function makeNoteFaults(log: Log): NoteFaults {
  const logged = new LRU<string, true>({ maxLength: MAX_LOGGED_FAULTS });
  return (app, userId, faults) => {
    if (faults.length > 0) unstorable.inc({ app }, faults.length);
    for (const fault of new Set(faults)) {
      const key = `${app} ${userId} ${fault}`;
      if (logged.get(key)) continue;
      logged.set(key, true);
      log(`positions: cannot store something from ${app} of user ${userId}: ${fault}`, "warn");
    }
  };
}

/** The result of a report of positions by an app. */
interface Reported {
  isKnown: boolean;
  /** What is wrong with positions that were left out. Null if none were. */
  faults: string[] | null;
}

const REPORT = `select is_known as "isKnown", faults from app_private.report_with_key($1, $2, $3, $4)`;

/** Reports the positions of an app that sent this key. */
async function reportWithKey(
  pool: pg.Pool,
  { userId, hash }: DeviceKey,
  positions: readonly AppPosition[],
  aliveAt: number | null = null,
): Promise<Reported> {
  const { rows } = await pool.query<Reported>({
    name: "report-with-key",
    text: REPORT,
    values: [userId, hash, JSON.stringify(positions), aliveAt],
  });
  return rows[0] as Reported;
}

interface App {
  methods: readonly string[];
  read: ReadRequest;
  /** True if this app may send the key in the body. */
  isKeyInBody?: true;
  /** The body of the answer that lets the app forget what it sent. */
  answer: string;
}

const APPS: Record<string, App> = {
  owntracks: { methods: ["POST"], read: readOwnTracks, answer: "[]" },
  osmand: { methods: ["GET", "POST"], read: readOsmAnd, isKeyInBody: true, answer: "" },
  overland: { methods: ["POST"], read: readOverland, answer: '{"result":"ok"}' },
};

const PATH = /^\/positions\/(owntracks|osmand|overland)(?:\/([^/?]*))?\/?(?:\?(.*))?$/s;
/** A thousand features of Overland take 600,000. */
const MAX_BODY_BYTES = 2_000_000;

const hashOf = ({ hash }: DeviceKey) => hash.toString("base64");

/** The statuses of refusals. Others are 503: the app sends its positions again. */
const STATUSES: Partial<Record<ErrorCode, number>> = { UNAUTHENTICATED: 401, BAD_USER_INPUT: 405 };

const unknownKey = () =>
  new AppError("UNAUTHENTICATED", "This needs a device key that is not revoked: see deviceKeyAdd.");

/** True for a request of an app that reports positions. */
export const isPositions = ({ url = "" }: IncomingMessage): boolean => PATH.test(url);

/**
 * Serves `/positions/owntracks`, `/positions/osmand` and `/positions/overland`: positions from apps, with a device key
 * in Basic or Bearer authorization, in the path, or as the app's `id`.
 *
 * The status tells the app's queue what to do. 2xx: forget the positions, which are stored or can never be. 503: send
 * them again later. 401: the key is unknown or revoked. Other statuses would make some apps drop positions, or send one
 * again and again.
 */
export function positionsHandler({
  pool,
  takeQuota,
  log,
}: {
  pool: pg.Pool;
  takeQuota: TakeQuota;
  log: Log;
}): (message: IncomingMessage, response: ServerResponse, request: Request) => Promise<void> {
  const noteFaults = makeNoteFaults(log);
  const keys = new Secrets(takeQuota);

  /**
   * Takes the request as its key's user's, or refuses it. Asks the database unless the key is known to be valid. A wrong
   * key counts against the address: otherwise anyone who knows a user's id could use up the user's quota.
   */
  async function admit(key: DeviceKey, request: Request): Promise<void> {
    const ask = async () => (await reportWithKey(pool, key, [])).isKnown;
    if (!keys.isKnown(hashOf(key))) {
      if (!(await keys.check(hashOf(key), request.address, ask))) throw unknownKey();
    }
    request.ownBy(key.userId);
  }

  async function serve(message: IncomingMessage, response: ServerResponse, request: Request) {
    const [, name = "", segment, search] = PATH.exec(message.url ?? "") ?? [];
    const app = APPS[name] as App;
    if (!app.methods.includes(message.method ?? "")) {
      response.setHeader("Allow", app.methods.join(", "));
      const text = `Send ${app.methods.join(" or ")} requests to this URL.`;
      throw new AppError("BAD_USER_INPUT", text);
    }
    const query = new URLSearchParams(search);
    const ids = [query.get("id"), query.get("deviceid")];
    const given = [...credentialsOf(message.headers.authorization), segment, ...ids];
    const keyBefore = given.map((text) => readDeviceKey(text ?? "")).find(Boolean);
    // Strangers must not make the host read much: a compressed body can be a thousand times larger than it seems.
    if (keyBefore) await admit(keyBefore, request);
    const most = keyBefore ? MAX_BODY_BYTES : MAX_STRANGER_BYTES;
    const body = (await readBody(message, most)).buffer?.toString().replace(BYTE_ORDER_MARK, "");
    const asked = { query, body: body ?? "" };
    const key = keyBefore ?? (app.isKeyInBody && findDeviceKey(asked.body));
    if (!key) throw unknownKey();
    if (!keyBefore) await admit(key, request);
    const reports = Math.ceil(asked.body.length / BYTES_PER_REPORT) || 1;
    await pay(takeQuota, request, { reports, others: 0 });
    const reading = app.read(asked);
    if (body === undefined) reading.faults = ["its body is too large, or badly compressed"];
    // The rest is never refused. Each attempt takes from the quota, so a refused app could wait as long as it is told,
    // and be refused again.
    const owed = reading.positions.length - reports;
    if (owed > 0) await takeQuota(request, { reports: 0, others: 0, owed });

    const reported = await reportWithKey(pool, key, reading.positions, reading.aliveAt);
    if (!reported.isKnown) {
      keys.note(hashOf(key), false);
      throw unknownKey();
    }
    noteFaults(name, key.userId, [...reading.faults, ...(reported.faults ?? [])]);
    response.writeHead(200, {
      ...(app.answer && { "content-type": JSON_TYPE }),
      "content-length": app.answer.length,
      "cache-control": "no-store",
    });
    response.end(app.answer);
  }

  return async (message, response, request) => {
    try {
      await serve(message, response, request);
    } catch (error) {
      // The client has left.
      if (message.destroyed && !message.complete) return;
      if (!(error instanceof AppError)) {
        const { message: text, ...facts } = logFault(log, error, request.id);
        return refuse(response, 503, "INTERNAL_SERVER_ERROR", text, {
          ...facts,
          retryAfter: AWAY_RETRY_AFTER_S,
        });
      }
      const { code } = error.extensions;
      if (code === "UNAUTHENTICATED")
        response.setHeader("WWW-Authenticate", 'Basic realm="positions"');
      refuse(response, STATUSES[code] ?? 503, code, error.message, error.extensions);
    }
  };
}

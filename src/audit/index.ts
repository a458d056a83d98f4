import type { KeyObject } from "node:crypto";
import { appendFile } from "node:fs/promises";
import { unescape as decoded } from "node:querystring";
import type { TaskList } from "graphile-worker";
import type { Log } from "../ops/log.ts";
import type { Room } from "../ops/room.ts";
import type { Config } from "../settings/config.ts";
import { auditKey, type Checkpoint, makeCheckpoint } from "./checkpoint.ts";

/** The audit log, whose checkpoints go to the destinations of the settings. */
export async function openAudit(
  config: Pick<Config, "audit" | "databaseUrl" | "dataDir">,
  log: Log,
): Promise<Room> {
  const witness = makeWitness(config.audit.checkpoints, await auditKey(config), log);
  return { tasks: makeAuditTasks(witness) };
}

const ENTRIES_PER_TRANSACTION = 10_000;

/** Runs one statement in a transaction of its own. */
type Query = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;

/** Chains all entries of the audit log that wait. */
async function chain(query: Query): Promise<void> {
  for (;;) {
    const { rows } = await query("select app_private.chain_audit($1) as chained", [
      ENTRIES_PER_TRANSACTION,
    ]);
    if ((rows as { chained: number }[])[0]?.chained !== ENTRIES_PER_TRANSACTION) return;
  }
}

/** The jobs of the audit log. A checkpoint covers all entries that were committed before it. */
export const makeAuditTasks = (witness: Witness): TaskList => ({
  chain_audit: async (_payload, { query }) => await chain(query as Query),
  checkpoint_audit: async (_payload, { query }) => {
    await chain(query as Query);
    const { rows } = await query<{ place: number; hash: string }>(
      "select place::float8, encode(hash, 'hex') as hash from app_private.audit_chain order by place desc limit 1",
    );
    if (rows[0]) await witness(rows[0]);
  },
});

const WEBHOOK_TIMEOUT_MS = 10_000;

/** Signs a checkpoint, and sends it to the operator's destinations. */
export type Witness = (end: Pick<Checkpoint, "place" | "hash">) => Promise<void>;

function logCheckpoint(log: Log, { key, signature, ...end }: Checkpoint): void {
  log("audit checkpoint", "always", {
    ...end,
    key: key ?? undefined,
    signature: signature ?? undefined,
  });
}

/** Removes the user and the password, which fetch() refuses, from a URL. Returns the header that replaces them. */
function takeCredentials(url: URL): Record<string, string> {
  const { username, password } = url;
  if (!username && !password) return {};
  url.username = "";
  url.password = "";
  const credentials = Buffer.from(`${decoded(username)}:${decoded(password)}`);
  return { authorization: `Basic ${credentials.toString("base64")}` };
}

async function post(destination: string, line: string): Promise<void> {
  const url = new URL(destination);
  const authorization = takeCredentials(url);
  const { ok, status } = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...authorization },
    body: line,
    redirect: "error",
    signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
  });
  if (!ok) throw new Error(`${url.host} answered ${status}`);
}

/**
 * Makes a function that signs checkpoints and sends them to the log, files that only grow, and webhooks. If one of them
 * fails, the others still get the checkpoint, and the promise is rejected.
 */
export function makeWitness(
  destinations: readonly string[],
  key: KeyObject | undefined,
  log: Log,
): Witness {
  return async (end) => {
    const checkpoint = makeCheckpoint({ at: new Date().toISOString(), ...end }, key);
    const line = `${JSON.stringify(checkpoint)}\n`;
    const sent = await Promise.allSettled(
      destinations.map(async (destination) => {
        if (destination === "log") logCheckpoint(log, checkpoint);
        else if (/^https?:/.test(destination)) await post(destination, line);
        // Begins a new line first, because a full disk may have cut the last one short.
        else await appendFile(destination, `\n${line}`, { mode: 0o600, flush: true });
      }),
    );
    const failures = sent.flatMap((one) => (one.status === "rejected" ? [one.reason.message] : []));
    if (failures.length > 0) throw new Error(`checkpoint: ${failures.join("; ")}`);
  };
}

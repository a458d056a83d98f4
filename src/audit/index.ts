import type { TaskList } from "graphile-worker";
import type { Log } from "../ops/log.ts";
import type { Room } from "../ops/room.ts";
import type { Config } from "../settings/config.ts";
import { auditKey } from "./checkpoint.ts";
import { makeWitness, type Witness } from "./witness.ts";

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

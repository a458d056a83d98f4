import { describe, expect, test } from "@jest/globals";
import pg from "pg";
import type { Database } from "../../src/database/open.ts";
import { requireHostSessions, requireOwnerSessions } from "../../src/database/server-checks.ts";
import { ConfigError } from "../../src/ops/config-error.ts";
import { openClone } from "../helpers/database.ts";
import { transactionPooler } from "../helpers/transaction-pooler.ts";

const REFUSED = /pooler, such as PgBouncer, that (.+)\. It needs .+Set DATABASE_URL/;

test("the embedded database is not checked for a pooler", async () => {
  const database = { kind: "embedded" } as Database;
  await requireOwnerSessions(database);
  await requireHostSessions(database);
});

test("a direct connection to the database is accepted", async () => {
  const database = await openClone();
  await requireOwnerSessions(database);
  await requireHostSessions(database);
  await database.close();
});

describe("a pooler", () => {
  const ownerPool = transactionPooler();
  const owner = { kind: "postgresql", ownerPool } as unknown as Database;
  const host = (query: () => Promise<unknown>): Database => {
    const options = { options: "-c role=app_host -c jit=off", statement_timeout: 30_000 };
    return { kind: "postgresql", hostPool: { options, query } } as unknown as Database;
  };

  test("that shares sessions is refused", async () => {
    const checked = requireOwnerSessions(owner);
    await expect(checked).rejects.toThrow(ConfigError);
    await expect(checked).rejects.toThrow(REFUSED);
    // The pool has no open transaction, and has both connections back.
    expect(ownerPool.asked.slice(-3)).toEqual(["commit", "release", "release"]);
  });

  test("that shares sessions of the host's role is refused", async () => {
    const row = { role: "app_host", timeout: 30_000 };
    const database = { ...host(async () => ({ rows: [row] })), publicationPool: ownerPool };
    const checked = requireHostSessions(database as unknown as Database);
    await expect(checked).rejects.toThrow(/that shares sessions by transactions/);
  });

  test.each([
    ["the role", { role: "none", timeout: 30_000 }],
    ["the timeout", { role: "app_host", timeout: 0 }],
  ])("that drops %s is refused", async (_what, row) => {
    const checked = requireHostSessions(host(async () => ({ rows: [row] })));
    await expect(checked).rejects.toThrow(/that drops start-up parameters/);
  });

  test("that refuses start-up parameters is refused", async () => {
    const refusal = new pg.DatabaseError("unsupported startup parameter: options", 0, "error");
    refusal.code = "08P01";
    const checked = requireHostSessions(host(() => Promise.reject(refusal)));
    await expect(checked).rejects.toThrow(
      /refuses start-up parameters \(unsupported .+: options\)/,
    );
  });

  test("that cannot be reached fails with its own error", async () => {
    const refusal = new Error("connect ECONNREFUSED");
    await expect(requireHostSessions(host(() => Promise.reject(refusal)))).rejects.toBe(refusal);
  });
});

/** @database server */
import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { makeAuditTasks, makeWitness } from "../../src/audit/index.ts";
import { startTestService, type TestService } from "../helpers/service.ts";
import { withoutTriggers } from "../helpers/without-triggers.ts";
import { environmentOf, run } from "./run.ts";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");

/** The environment of commands that must not get as far as the database. */
const nowhere = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing" };

let service: TestService;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "las-audit-"));
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
  await rm(directory, { recursive: true });
});

test("verify compares the log with checkpoints and ends with 1 after a fault; export writes the entries", async () => {
  const env = environmentOf(service.config);
  const [file, key] = [join(directory, "checkpoints"), join(directory, "public.pem")];
  await writeFile(file, "");
  const unwatched = await run("audit", ["verify"], env);
  expect(unwatched.stdout).toMatch(
    /^The audit log of the (?:PostgreSQL|embedded) database .+ is whole: no entry is chained, compared with 0 checkpoints\. .*\nWithout a checkpoint/,
  );
  await writeFile(key, publicKey.export({ type: "spki", format: "pem" }));
  const query = (text: string, values?: unknown[]) => service.owner.query(text, values as never);
  await query("select app_private.audit('SETTINGS_CHANGED')");
  const tasks = makeAuditTasks(makeWitness([file], privateKey, () => {}));
  await tasks.checkpoint_audit?.({}, { query } as never);
  const [line = "", ...others] = (await readFile(file, "utf8")).trim().split("\n");
  expect(others).toEqual([]);
  const { rows } = await query("select count(*)::int as places from app_private.audit_chain");
  expect(rows[0].places).toBeGreaterThan(2);
  expect(JSON.parse(line).place).toBe(rows[0].places);

  const verify = () => run("audit", ["verify", "--checkpoints", file, "--key", key], env);
  const whole = await verify();
  expect(whole.stdout).toMatch(
    /^The audit log of the .+ is whole: places 1 to \d+, compared with 1 checkpoints\. \d+ entries are not chained yet\.\n$/,
  );
  expect(whole.code).toBe(0);

  const other = join(directory, "another.pem");
  const another = generateKeyPairSync("ed25519").publicKey;
  await writeFile(other, another.export({ type: "spki", format: "pem" }));
  const unsigned = await run("audit", ["verify", "--checkpoints", file, "--key", other], env);
  expect(unsigned.stdout).toMatch(/^checkpoint of .*: its signature is by another key\n/);
  expect(unsigned.code).toBe(1);
  const keys = ["--key", other, "--key", key];
  expect((await run("audit", ["verify", "--checkpoints", file, ...keys], env)).code).toBe(0);

  const { stdout, stderr } = await run("audit", ["export", "--format", "jsonl"], env);
  expect(stderr).toMatch(/^Exported the audit log of the (PostgreSQL|embedded) database .+\.\n$/);
  const lines = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toContainEqual(
    expect.objectContaining({ action: "LOGGED_IN", actor_id: service.admin.id }),
  );

  for (const none of [
    ["--before", "2000-01-01T00:00:00Z"],
    ["--since", "2999-01-01T00:00:00Z"],
  ]) {
    expect((await run("audit", ["export", ...none], env)).stdout).toBe(
      "id,created_at,actor_id,session_id,request_id,action,object_type,object_id,facts\r\n",
    );
  }

  await writeFile(file, `${line.slice(0, 40)}\n${line}\n`);
  const cut = await verify();
  expect(cut.stdout).toMatch(
    /^line 1 of the checkpoints: it is not a checkpoint, and may have been cut short\nThe audit log of .+ is not whole: 1 of/,
  );
  expect(cut.code).toBe(1);
  await writeFile(file, `${line}\n`);

  const forge = (change: string, place: number) =>
    query(
      withoutTriggers(
        `update app_public.audit_entries set ${change} where id = (select entry_id from app_private.audit_chain where place = ${place})`,
      ),
    );
  await forge("created_at = now() - interval '6 years'", 1);
  await query("select app_private.purge_audit()");
  await forge("actor_id = 4711", 2);
  const forged = await verify();
  expect(forged.stdout).toMatch(
    /^place 2 \(entry \d+\): the entry or its hash was changed\nPlaces 1 to 1 were purged past the retention\.\nThe audit log of the .+ is not whole: 1 of/,
  );
  expect(forged.code).toBe(1);
});

test("verify says which file it cannot use, and why, before it asks the database", async () => {
  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey;
  const [gone, text, other] = ["gone", "text", "other.pem"].map((name) =>
    join(directory, name),
  ) as [string, string, string];
  await writeFile(text, "\nno checkpoint\n");
  await writeFile(other, ec.export({ type: "spki", format: "pem" }));
  const refused: [string[], string][] = [
    [["--key", gone], `Cannot read ${gone}: ENOENT`],
    [["--key", text], `${text} is not an Ed25519 key in PEM format.`],
    [["--key", other], `${other} is not an Ed25519 key in PEM format.`],
    [["--checkpoints", gone], `Cannot read ${gone}: ENOENT`],
  ];
  for (const [args, sentence] of refused) {
    const { code, stdout, stderr } = await run("audit", ["verify", ...args], nowhere);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr.startsWith(sentence)).toBe(true);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  }
});

test("export refuses texts that are not times", async () => {
  for (const option of ["--since", "--before"]) {
    const { code, stderr } = await run("audit", ["export", option, "yesterday"], nowhere);
    expect(code).toBe(1);
    expect(stderr).toContain("It must be a time such as 2026-11-22T18:00:00Z.");
  }
});

/** @database both */
import { beforeEach, expect, test } from "@jest/globals";
import { ConfigError } from "../../src/ops/config-error.ts";
import { ensureAdministrator } from "../../src/people/index.ts";
import { verifyPassword } from "../../src/people/passwords.ts";
import { insertUser, isNative, runClone } from "../helpers/database.ts";
import { until } from "../helpers/until.ts";

const database = runClone();
beforeEach(() => database.ownerPool.query("update app_public.users set is_admin = false"));

const ensure = (adminEmail?: string, adminPassword?: string) =>
  ensureAdministrator(database.ownerPool, { adminEmail, adminPassword });

/** True if the password belongs to the administrator with this email. */
async function logsIn(email: string, password: string | undefined): Promise<boolean> {
  const { rows } = await database.ownerPool.query(
    "select password_hash from app_private.login_credentials($1) where is_admin",
    [email],
  );
  return await verifyPassword(String(password), rows[0]?.password_hash);
}

const administrators = async () =>
  (await database.ownerPool.query("select email from app_public.users where is_admin")).rows;

test("the first administrator has the configured email and password, and none is generated", async () => {
  expect(await ensure("ada@example.org", "correct horse")).toEqual({
    email: "ada@example.org",
    madeUpPassword: undefined,
    isPromoted: false,
  });
  expect(await logsIn("ada@example.org", "correct horse")).toBe(true);
});

test("the first administrator has a default email and a generated password if none is configured", async () => {
  const made = await ensure();
  expect(made).toEqual({
    email: "admin@example.org",
    madeUpPassword: expect.stringMatching(/^[\w-]{16}$/),
    isPromoted: false,
  });
  expect(await logsIn("admin@example.org", made?.madeUpPassword)).toBe(true);
});

test("a user with the configured email in any case becomes the first administrator, and keeps the password", async () => {
  await insertUser(database, { email: "Grace@example.org" });
  expect(await ensure("grace@Example.org", "correct horse")).toEqual({
    email: "grace@Example.org",
    madeUpPassword: undefined,
    isPromoted: true,
  });
  expect(await administrators()).toEqual([{ email: "Grace@example.org" }]);
  expect(await logsIn("grace@example.org", "correct horse")).toBe(false);
});

test("a user with the configured or the default email becomes the first administrator, without a new password", async () => {
  for (const [email, as] of [
    ["ida@example.org", "ida@example.org"],
    ["admin@example.org", undefined],
  ] as const) {
    await database.ownerPool.query("update app_public.users set is_admin = false");
    const { rowCount } = await database.ownerPool.query(
      "select from app_public.users where lower(email) = $1",
      [email],
    );
    if (!rowCount) await insertUser(database, { email });
    expect(await ensure(as)).toEqual({ email, madeUpPassword: undefined, isPromoted: true });
    expect(await administrators()).toEqual([{ email }]);
  }
});

test("no first administrator is made if there is an administrator", async () => {
  await insertUser(database, { email: "hedy@example.org", isAdmin: true });
  expect(await ensure("other@example.org")).toBeUndefined();
  expect(await administrators()).toEqual([{ email: "hedy@example.org" }]);
  await insertUser(database, { email: "mary@example.org", isAdmin: true });
  expect(await ensure("other@example.org")).toBeUndefined();
});

test("no first administrator is made with an invalid password or email, and the error names which", async () => {
  await expect(ensure("ada2@example.org", "short")).rejects.toThrow(ConfigError);
  await expect(ensure("ada2@example.org", "short")).rejects.toThrow(
    /^ADMIN_PASSWORD: A password needs /,
  );
  await expect(ensure("no email", "correct horse")).rejects.toThrow("email");
  // The connection is in no transaction, and can be used again.
  expect(await administrators()).toEqual([]);
});

// The embedded database runs one transaction at a time.
const onNative = isNative ? test : test.skip;

onNative("the first administrator is made once by hosts that start at the same time", async () => {
  const holder = await database.ownerPool.connect();
  await holder.query("begin; select from app_private.settings for update");
  let ended = 0;
  const starts = ["one@example.org", "two@example.org"].map((email) =>
    ensure(email).finally(() => {
      ended += 1;
    }),
  );
  // Each start waits for its turn before it looks for an administrator again.
  await until(async () => {
    const { rows } = await database.ownerPool.query(
      `select count(*)::int from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0].count + ended === 2;
  });
  const endedBefore = ended;
  await holder.query("commit");
  holder.release();
  const made = await Promise.all(starts);
  expect(endedBefore).toBe(0);
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await administrators()).toHaveLength(1);
});

/** @database server only */
import { describe, expect, test } from "@jest/globals";
import { placeOf } from "../../src/cli/with-database.ts";
import { cloneDatabase } from "../helpers/database.ts";
import { runTestService } from "../helpers/service.ts";
import { environmentOf, type Outcome, run } from "./run.ts";

/**
 * Each command is a process that loads the service's code, which takes a second. What both databases share is tested on
 * a native one. The embedded one tests only that commands reach it while a service has it open, and while none has.
 */
describe("while the service runs", () => {
  const service = runTestService();

  const user = (args: string[], input?: string): Promise<Outcome> =>
    run("user", args, environmentOf(service.config), { input });
  const isLoggedIn = async (token: string) =>
    (await service.graphql("{ me { id } }", {}, { token })).data?.me != null;

  test("create makes a user who can log in, with a password from standard input", async () => {
    const { code, stdout } = await user(
      ["create", "--email", "piped@example.org", "--name", "Piped", "--address", "Via 1"],
      "a piped password\n",
    );
    expect(stdout).toMatch(/^Made the user piped@example\.org with the id \d+\.\n$/);
    expect(code).toBe(0);
    const { token } = await service.login("piped@example.org", "a piped password");
    const { data } = await service.graphql("{ me { name address isAdmin } }", {}, { token });
    expect(data.me).toEqual({ name: "Piped", address: "Via 1", isAdmin: false });
  });

  test("create --admin makes up a password if none is given, and shows it", async () => {
    const { stdout } = await user(["create", "--email", "boss@example.org", "--admin", "--json"]);
    const made = JSON.parse(stdout);
    expect(made).toMatchObject({ email: "boss@example.org", name: "boss", isAdmin: true });
    await expect(service.login("boss@example.org", made.password)).resolves.toBeDefined();
  });

  test("--json does not print a password that was given", async () => {
    const { id, email } = await service.newUser();
    const [made, changed] = await Promise.all([
      user(["create", "--email", "given@example.org", "--password", "long enough", "--json"]),
      user(["password", email, "--password", "another one", "--json"]),
    ]);
    expect(JSON.parse(made.stdout)).toEqual({
      ...{ id: expect.any(Number), email: "given@example.org", name: "given", address: "" },
      ...{ isAdmin: false, createdAt: expect.stringMatching(/^20\d\d-/) },
    });
    expect(JSON.parse(changed.stdout)).toEqual({ id, email });
  });

  test("create refuses the same input as the API, and explains it in a sentence", async () => {
    const refused: [string[], RegExp][] = [
      [["--email", "ADMIN@example.org", "--password", "long enough"], /taken/],
      [["--email", "nobody", "--password", "long enough"], /email is not an address/],
      [["--email", "weak@example.org", "--password", "password123"], /most common/],
      [["--email", "own.name@example.org", "--password", "own.name"], /email/],
      [[], /--email/],
    ];
    await Promise.all(
      refused.map(async ([args, sentence]) => {
        const { code, stdout, stderr } = await user(["create", ...args]);
        expect(stderr).toMatch(sentence);
        expect(stderr).not.toMatch(/\n {4}at /);
        expect([code, stdout]).toEqual([1, ""]);
      }),
    );
  });

  test("list shows a table of users by id, and pages", async () => {
    const { email } = await service.newUser();
    // PostgreSQL reads the row that was changed last after all others.
    await service.owner.query("update app_public.users set name = name where id = 1");
    const whole = await user(["list"]);
    expect(whole.stdout).toMatch(/^id +email +name +administrator +since\n-/);
    expect(whole.stdout).toMatch(/\n1 +admin@example\.org +Administrator +yes +20\d\d-/);
    expect(whole.stdout).toContain(email);
    const place = `On ${placeOf(service.config)}:\n`;
    expect(whole.stderr).toBe(place);
    const page = await user(["list", "--limit", "1", "--json"]);
    expect(JSON.parse(page.stdout)).toEqual([expect.objectContaining({ id: 1, isAdmin: true })]);
    expect(page.stderr.startsWith(place)).toBe(true);
    expect(page.stderr.slice(place.length)).toMatch(/^1 of \d+ users\.\n$/);
    const next = await user(["list", "--offset", "1", "--limit", "1", "--json"]);
    expect(JSON.parse(next.stdout)).toEqual([expect.not.objectContaining({ id: 1 })]);
    expect(next.stderr).toBe(page.stderr);
  });

  test("list shows when each user was made, and no terminal control characters", async () => {
    const { id } = await service.newUser();
    await service.owner.query("update app_public.users set name = $1 where id = $2", [
      "Red \u001b[31m\u0007 alert",
      id,
    ]);
    const { stdout } = await user(["list"]);
    expect(stdout).toMatch(/Red {2}\[31m {2}alert +20\d\d-\d\d-\d\d \d\d:\d\d\n/);
    const refused = await Promise.all(
      ["-1", "1.5"].map((limit) => user(["list", "--limit", limit])),
    );
    for (const { code, stderr } of refused) {
      expect(stderr).toContain("It must be a whole number.");
      expect(code).toBe(1);
    }
  });

  test("password replaces a password and revokes earlier tokens", async () => {
    const { id, email, token } = await service.newUser();
    const { code, stdout } = await user(["password", email.toUpperCase()], "another password");
    expect(stdout).toContain(`${email} has a new password`);
    expect(code).toBe(0);
    expect(await isLoggedIn(token)).toBe(false);
    await expect(service.login(email, "another password")).resolves.toBeDefined();
    const made = JSON.parse((await user(["password", email, "--json"])).stdout);
    expect(made).toEqual({ id, email, password: expect.stringMatching(/^[\w-]{16}$/) });
    await expect(service.login(email, made.password)).resolves.toBeDefined();
  });

  test("password gives an imported user a password, and the audit log names no actor", async () => {
    const { id, email } = await service.newUser();
    await service.owner.query("delete from app_private.user_credentials where user_id = $1", [id]);
    expect((await user(["password", email], "a first password")).code).toBe(0);
    await expect(service.login(email, "a first password")).resolves.toBeDefined();
    const { rows } = await service.owner.query(
      "select action, actor_id from app_public.audit_entries where object_id = $1 and action::text like 'PASSWORD%'",
      [id],
    );
    expect(rows).toEqual([{ action: "PASSWORD_RESET", actor_id: null }]);
  });

  test("demote says why it keeps an administrator", async () => {
    const { id } = await service.newUser();
    await service.owner.query(
      "update app_public.users set is_admin = is_admin or id = $1, is_training = id > 1",
      [id],
    );
    const { code, stderr } = await user(["demote", "admin@example.org"]);
    expect(stderr).toBe(
      "This is the last administrator who is not in training: make another one first.\n",
    );
    expect(code).toBe(1);
  });

  test("promote and demote change rights at once, and demotion revokes tokens", async () => {
    const { email, token } = await service.newUser();
    const users = async () =>
      (await service.graphql("{ users { id } }", {}, { token })).data?.users;
    expect(await users()).toBeNull();
    const promoted = await user(["promote", email, "--json"]);
    expect(JSON.parse(promoted.stdout)).toEqual({ email, isAdmin: true, changed: true });
    expect(await users()).not.toBeNull();
    expect((await user(["promote", email])).stdout).toBe(`${email} is already an administrator.\n`);
    expect((await user(["demote", email])).stdout).toBe(`${email} is now not an administrator.\n`);
    expect(await isLoggedIn(token)).toBe(false);
  });

  test("a reset of second factors removes them, and revokes tokens", async () => {
    const { id, email, token } = await service.newUser();
    await service.owner.query(
      `insert into app_public.second_factors (user_id, kind, name, secret, counter)
        values ($1, 'TOTP', 'Phone', 'sealed', 1)`,
      [id],
    );
    expect((await user(["second-factor", "reset", email])).stdout).toBe(
      `${email} has no second factor, and must log in again.\n`,
    );
    expect(await isLoggedIn(token)).toBe(false);
    const { rows } = await service.owner.query(
      "select facts ? 'login' as named from app_public.audit_entries where action = 'SECOND_FACTOR_REMOVED'",
    );
    expect(rows).toEqual([{ named: true }]);
  });

  test("an unknown user or verb is an error", async () => {
    const unknown = [["password"], ["promote"], ["demote"], ["second-factor", "reset"]].map(
      (verb) => user([...verb, "nobody@example.org"], "long enough"),
    );
    for (const { code, stderr } of await Promise.all(unknown)) {
      expect(stderr).toMatch(/^There is no user nobody@example\.org/);
      expect(code).toBe(1);
    }
    expect((await user(["remove", "admin@example.org"])).code).toBe(1);
  });
});

describe("while the service is stopped", () => {
  test("the first administrator can be made, and the last one cannot be demoted", async () => {
    const clone = await cloneDatabase();
    const env = environmentOf(clone.config);
    const made = await run("user", ["create", "--email", "first@example.org", "--admin"], env);
    expect(made.stdout).toMatch(
      /^Made the administrator first@example\.org with the id 1\.\nThe password is [\w-]{16} \(shown only once/,
    );
    const { code, stderr } = await run("user", ["demote", "first@example.org"], env);
    expect(stderr).toMatch(
      /^This is the last administrator: make another user an administrator first\.$/m,
    );
    expect(code).toBe(1);
    await clone.drop();
  });

  test("an unreachable database gives an error that names the variable", async () => {
    const { code, stderr } = await run("user", ["list"], {
      DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing",
    });
    expect(stderr).toMatch(/^Cannot reach the database: .*Is DATABASE_URL right\?\n$/);
    expect(code).toBe(1);
  });
});

/** @database both */
import { expect, test } from "@jest/globals";
import { isNative } from "../helpers/database.ts";
import { runTestService } from "../helpers/service.ts";
import { environmentOf, run } from "./run.ts";

const service = runTestService();

const migrate = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  run("migrate", args, { ...environmentOf(service.config), ...env });

test("status finds nothing pending on a migrated database while the service runs, nor does migrate", async () => {
  const { code, stdout, stderr } = await migrate(["status"]);
  expect(stderr).toBe("");
  // 2 means that the current migration is not empty.
  expect([0, 2]).toContain(code);
  expect(stdout).not.toContain("pending");
  expect(await migrate(["migrate"])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Already up to date"),
  });
});

// The embedded database answers graphile-migrate as a server does.
const onServer = isNative ? test : test.skip;

onServer("current succeeds on a migrated database", async () => {
  expect(await migrate(["current"])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Finished"),
  });
});

onServer.each([
  ["", "2s"],
  ["-c lock_timeout=7s", "7s"],
])("a statement waits for a lock as long as PGOPTIONS says (%j)", async (options, expected) => {
  const statement = `do $$ begin raise '%', current_setting('lock_timeout'); end $$`;
  const { stderr } = await run(
    "migrate",
    ["run"],
    { ...environmentOf(service.config), PGOPTIONS: options },
    { input: statement },
  );
  expect(/error: (\S+)$/m.exec(stderr)?.[1]).toBe(expected);
});

onServer("watch says that it needs a server", async () => {
  const { code, stderr } = await migrate(["watch"], { DATABASE_URL: "" });
  expect(stderr).toMatch(/^watch needs a PostgreSQL server\. Set DATABASE_URL: /);
  expect(code).toBe(1);
});

onServer("commit says which variables it needs", async () => {
  const { code, stderr } = await migrate(["commit"], {
    SHADOW_DATABASE_URL: "",
    ROOT_DATABASE_URL: "",
  });
  expect(stderr).toMatch(
    /^commit needs a PostgreSQL server\. Set .*SHADOW_DATABASE_URL, ROOT_DATABASE_URL/,
  );
  expect(code).toBe(1);
});

onServer("reset asks for ROOT_DATABASE_URL, but not for a shadow database", async () => {
  const { code, stderr } = await migrate(["reset"], {
    SHADOW_DATABASE_URL: "",
    ROOT_DATABASE_URL: "",
  });
  expect(stderr).toMatch(
    /^reset needs a PostgreSQL server\. Set (DATABASE_URL, )?ROOT_DATABASE_URL: /,
  );
  expect(code).toBe(1);
});

onServer("a command whose graphile-migrate is killed ends with 137", async () => {
  const script =
    'if (process.argv[1]?.endsWith("graphile-migrate")) process.kill(process.pid, "SIGKILL")';
  const { code } = await migrate(["status"], {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
  });
  expect(code).toBe(137);
});

onServer("an unknown verb is an error, with graphile-migrate's help", async () => {
  const { code, stderr } = await migrate(["unknown"]);
  expect(stderr).toContain("graphile-migrate commit");
  expect(code).toBe(1);
});

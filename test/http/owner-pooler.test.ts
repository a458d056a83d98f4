/** @database server */
import { expect, jest, test } from "@jest/globals";
import { readConfig } from "../../src/settings/config.ts";
import { transactionPooler } from "../helpers/transaction-pooler.ts";

test("a start is refused before it migrates if a pooler shares sessions among the owner's connections", async () => {
  const ownerPool = transactionPooler();
  const close = jest.fn(async () => {});
  jest.unstable_mockModule("../../src/database/open.ts", () => ({
    openDatabase: async () => ({ kind: "postgresql", ownerPool, close }),
    loggingErrors: undefined,
  }));
  const migrate = jest.fn();
  jest.unstable_mockModule("../../src/database/run-migrations.ts", () => ({
    migrate,
    makePositionPartitions: undefined,
  }));
  // These modules are large, and the test does not reach them.
  for (const [path, name] of [
    ["graphile.config", "makePreset"],
    ["http/index", "openHttp"],
    ["graphql/fast-path/index", "FastPath"],
    ["delivery/push/index", "openPush"],
    ["delivery/jobs", "startJobs"],
    ["mail/index", "openMail"],
  ] as const) {
    jest.unstable_mockModule(`../../src/${path}.ts`, () => ({ [name]: undefined }));
  }
  const { startService } = await import("../../src/service.ts");
  const config = readConfig({ JWT_SECRET: "x".repeat(32), DATABASE_URL: "postgres://db" });
  await expect(startService(config, () => {})).rejects.toThrow(/shares sessions by transactions/);
  expect(migrate).not.toHaveBeenCalled();
  expect(close).toHaveBeenCalledTimes(1);
});

import { expect, test } from "@jest/globals";
import { connectionsOf, shareOf } from "../../src/hosts/share.ts";
import { readConfig } from "../../src/settings/config.ts";

const configOf = (env: NodeJS.ProcessEnv) =>
  readConfig({
    DATABASE_URL: "postgres://localhost/las",
    JWT_SECRET: "a secret of thirty-two characters.",
    ...env,
  });

test("hosts divide the configured connections, and only the first one runs jobs", () => {
  const config = configOf({ HOSTS: "3", MAX_CONNECTIONS: "9" });
  const shares = [1, 2, 3].map((number) => shareOf(config, number));
  expect(shares.map(({ poolSize }) => poolSize)).toEqual([4, 3, 3]);
  expect(shares.map(({ pools }) => pools)).toEqual([
    { publication: 3, jobs: 34 },
    { publication: 2, jobs: 2 },
    { publication: 2, jobs: 2 },
  ]);
  expect(shares.map(({ runsJobs }) => runsJobs)).toEqual([true, false, false]);
  expect(shares.map(({ maxConnections }) => maxConnections)).toEqual([3, 3, 3]);
  expect(connectionsOf(config)).toEqual({ all: 10 + 7 + 38 + 6, requests: 10 });
});

test("each host has at least two connections for requests and two for publication", () => {
  const config = configOf({ HOSTS: "8", JOBS: "false" });
  expect(shareOf(config, 8)).toMatchObject({ poolSize: 2, pools: { publication: 2, jobs: 2 } });
  expect(connectionsOf(config)).toEqual({ all: 8 * 8, requests: 16 });
});

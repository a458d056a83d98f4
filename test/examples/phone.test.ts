/** @database server */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { fileStore } from "../../examples/phone/file-store.ts";
import { type Graphql, graphqlClient } from "../../examples/phone/graphql.ts";
import type { Notification } from "../../examples/phone/inbox.ts";
import { Phone } from "../../examples/phone/phone.ts";
import { cloneDatabase, type TestDatabase } from "../helpers/database.ts";
import { inFull } from "../helpers/full.ts";
import { seededRandom } from "../helpers/seed.ts";
import { until } from "../helpers/until.ts";
import { type Child, environmentOf, startChild } from "../http/child.ts";

const KILLS = inFull(20, 2);
const random = seededRandom();
const PATIENCE = 240_000;
jest.setTimeout(inFull(1_800_000, 600_000));

let clone: TestDatabase;
let directory: string;
let host: Child;
let url = "";
const phones: Phone[] = [];

async function startHost(): Promise<void> {
  host = startChild({ ...environmentOf(clone.config), JOBS: "true" });
  url = `${await host.url()}/graphql`;
}

beforeAll(async () => {
  clone = await cloneDatabase();
  directory = await mkdtemp(join(tmpdir(), "phones-"));
  await startHost();
});
afterAll(async () => {
  await Promise.all(phones.map((phone) => phone.stop()));
  host?.process.kill("SIGKILL");
  await host?.ended;
  await clone?.drop();
  await rm(directory, { recursive: true, force: true });
});

const graphql: Graphql = (query, variables, token) => graphqlClient(url)(query, variables, token);

/** Logs in, and waits while the service is away. */
async function tokenOf(email: string, password: string): Promise<string> {
  const login = () =>
    graphql<{ login: { accessToken: string } }>(
      "mutation ($input: LoginCredentials!) { login(input: $input) { accessToken } }",
      { input: { email, password } },
    ).then(
      ({ login }) => login.accessToken,
      () => "",
    );
  return await until(login, Boolean, PATIENCE);
}

/** Publishes an alert around the phones, whether or not the service is killed meanwhile. Returns its id. */
async function publish(token: string): Promise<number> {
  const points = [
    [44, 11],
    [44, 11.1],
    [44.1, 11.1],
    [44.1, 11],
  ].map(([latitude, longitude]) => ({ latitude, longitude }));
  const input = { points, text1: "1", text2: "2", text3: "3", idempotencyKey: randomUUID() };
  const ask = () =>
    graphql<{ newAlert: { id: number } }>(
      "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
      { input },
      token,
    ).then(
      ({ newAlert }) => newAlert.id,
      () => 0,
    );
  return await until(ask, Boolean, PATIENCE);
}

test(`phones send every position and get every notification once, though the service is killed ${KILLS} times`, async () => {
  const admin = await tokenOf("admin@example.org", "admin-password");
  const owners: { id: number; phone: Phone; got: Notification[]; reported: string[] }[] = [];
  for (const name of ["rita", "tom"]) {
    const credentials = { email: `${name}@example.org`, password: `${name}'s password` };
    const { newUser } = await graphql<{ newUser: { id: number } }>(
      "mutation ($input: NewUserInput!) { newUser(input: $input) { id } }",
      { input: { ...credentials, name, address: "", isAdmin: false } },
      admin,
    );
    const got: Notification[] = [];
    const options = {
      url: () => url,
      store: fileStore(join(directory, name)),
      onNotification: (notification: Notification) => void got.push(notification),
      pollEvery: 1000,
      longestPause: 1000,
    };
    const first = new Phone(options);
    await first.open();
    await first.logIn(credentials.email, credentials.password);
    // The app is killed too, and begins with what is on the disk.
    const phone = new Phone(options);
    expect(await phone.open()).toBe(true);
    phone.start();
    phones.push(phone);
    owners.push({ id: newUser.id, phone, got, reported: [] });
  }
  const report = async () => {
    for (const { phone, reported } of owners) {
      const clientId = randomUUID();
      reported.push(clientId);
      await phone.report({
        clientId,
        latitude: 44.05,
        // Each position has a place of its own.
        longitude: 11.05 + reported.length / 1e6,
        movingActivity: "WALKING",
      });
    }
  };

  const alertIds: Promise<number>[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    await report();
    alertIds.push(publish(admin));
    for (let count = 0; count < 10; count += 1) {
      await report();
      await sleep(40 * random());
    }
    host.process.kill("SIGKILL");
    await host.ended;
    // Some positions wait on the disk, while there is no service.
    await report();
    await startHost();
  }
  const published = new Set(await Promise.all(alertIds));
  expect(published.size).toBe(KILLS);

  for (const { id, phone, got, reported } of owners) {
    await until(
      () => phone.waiting,
      (waiting) => waiting === 0,
      PATIENCE,
    );
    await until(
      () => new Set(got.map(({ alert }) => alert.id)),
      (told) => [...published].every((alertId) => told.has(alertId)),
      PATIENCE,
    );
    const { positionsConnection } = await graphql<{
      positionsConnection: { nodes: { longitude: number }[] };
    }>(
      `{ positionsConnection(condition: { userId: ${id} }) { nodes { longitude } } }`,
      {},
      await tokenOf("admin@example.org", "admin-password"),
    );
    const places = positionsConnection.nodes.map(({ longitude }) =>
      Math.round((longitude - 11.05) * 1e6),
    );
    expect(places.sort((a, b) => a - b)).toEqual(reported.map((_, index) => index + 1));
    // There is one notification for each alert, and no change of any: each came once.
    expect(got.map(({ alert }) => alert.id).sort((a, b) => a - b)).toEqual(
      [...published].sort((a, b) => a - b),
    );
  }
});

test("a position that the service refuses is left out, and the others arrive", async () => {
  const [phone] = phones as [Phone];
  const position = { latitude: 44.05, longitude: 11.05, movingActivity: "STILL" };
  await phone.report(position);
  await phone.report({ ...position, latitude: 91 });
  await phone.report(position);
  await until(
    () => phone.waiting,
    (waiting) => waiting === 0,
    PATIENCE,
  );
  const token = await tokenOf("admin@example.org", "admin-password");
  const { positions } = await graphql<{ positions: { movingActivity: string }[] }>(
    "{ positions(movingActivity: [STILL]) { id movingActivity } }",
    {},
    token,
  );
  expect(positions).toHaveLength(2);
});

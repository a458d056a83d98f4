/** @database server */
import { expect, test } from "@jest/globals";
import { startTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { connect, open } from "./client.ts";

const ADDED = "subscription { notificationAdded { id } }";

test("a host that stops answers running operations, then closes all connections with 1001", async () => {
  const service = await startTestService();
  // An administrator's queries of users lock what decides whom they see.
  const user = await service.newUser();
  const idle = await open(service.url, service.admin);
  await idle.subscribe(ADDED);
  // An operation that was refused does not run.
  expect((await idle.ask("{ nothing }")).errors).toHaveLength(1);
  const deaf = await open(service.url, service.admin);
  deaf.socket.pause();
  const beginner = await connect(service.url, "graphql-transport-ws");
  const busy = await open(service.url, user);
  // The query waits for this lock, which is released after the host has begun to stop.
  const lock = await service.owner.connect();
  await lock.query("begin");
  await lock.query("lock table app_public.users in access exclusive mode");
  const laterLock = await service.owner.connect();
  await laterLock.query("begin");
  await laterLock.query("lock table app_public.alerts in access exclusive mode");
  const answered = busy.ask("{ me { id } }");
  // The query has arrived when a later ping has its answer.
  busy.send({ type: "ping" });
  await busy.message(({ type }) => type === "pong");

  const stopped = service.stop();
  expect(await idle.closed).toEqual([1001, "The host is stopping."]);
  expect((await beginner.closed)[0]).toBe(1001);
  // Operations that begin meanwhile are answered too.
  const later = busy.ask("{ alerts { id } }");
  busy.send({ type: "ping" });
  await until(() => busy.messages.filter(({ type }) => type === "pong").length === 2);
  await lock.query("commit");
  expect((await answered).data).toEqual({ me: { id: user.id } });
  await laterLock.query("commit");
  for (const one of [lock, laterLock]) one.release();
  expect((await later).data).toEqual({ alerts: [] });
  expect((await busy.closed)[0]).toBe(1001);
  await stopped;
  deaf.socket.resume();
  expect([1001, 1006]).toContain((await deaf.closed)[0]);
});

/** @database server */
import { describe, expect } from "@jest/globals";
import { type Actor, host, inside, owner, type Row, type Scene, stage } from "./scene.ts";

/** The jobs that the life of an alert queues. */

const { test } = stage();

const jobs = (s: Scene): Promise<Row[]> =>
  s.as(owner)`select t.identifier as task, j.key, j.priority, j.max_attempts,
      extract(epoch from j.run_at - now())::int as wait, j.payload
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    order by t.identifier, j.id`;

const publication = (id: number, wait: number) => ({
  task: "publish_alert",
  key: `publish_alert:${id}`,
  priority: 0,
  wait,
  payload: { alertId: id },
});
const speech = (id: number) => ({
  task: "speak_alert",
  key: `speak_alert:${id}`,
  priority: 10,
  max_attempts: 5,
  wait: 1,
  payload: { alertId: id },
});

describe("the jobs of an alert's version", () => {
  test("are one for publication in case its host dies and one for speech, also after an update", async (s) => {
    const admin = await s.user(true);
    const id = await s.alert(admin);
    expect(await jobs(s)).toMatchObject([publication(id, 5), speech(id)]);
    await s.update(admin, id, { text1: "x" });
    expect(await jobs(s)).toMatchObject([publication(id, 5), speech(id)]);
    await s.as(owner)`delete from graphile_worker._private_jobs`;
    await s.update(admin, id, { text1: "x" });
    expect(await jobs(s)).toMatchObject([publication(id, 5), speech(id)]);
  });

  test("are only one for publication after a cancellation, which is not spoken", async (s) => {
    const admin = await s.user(true);
    const id = await s.alert(admin);
    await s.as(owner)`delete from graphile_worker._private_jobs`;
    await s.cancel(admin, id);
    expect(await jobs(s)).toMatchObject([publication(id, 5)]);
  });

  test("are the same, but publication is due at once, if a host asks to continue it", async (s) => {
    const id = await s.alert(await s.user(true));
    await s.as(host)`select app_private.continue_publication(${id})`;
    expect(await jobs(s)).toMatchObject([publication(id, 0), speech(id)]);
  });
});

test("pushes of an all-clear have a higher priority than those of its alert, even at level THREE", async (s) => {
  const admin = await s.user(true);
  const phone = await s.user();
  await s.register(phone, "phone");
  await s.report(phone, [0.01 + 0.015, 0.005]);
  const id = await s.published(admin);
  await s.cancel(admin, id);
  await s.publish(id);
  expect(await s.levels(phone, id)).toEqual(["THREE", "THREE"]);
  const priorities = (await jobs(s)).filter(({ task }) => task === "push_expo");
  expect(priorities.map(({ priority }) => priority).sort()).toEqual([1, 3]);
});

test("pushes are queued if any notified user has a device, and not for the devices of other users", async (s) => {
  const users = [];
  for (let count = 0; count < 5; count++) users.push(await s.user());
  const admin = await s.user(true);
  const told = users.slice(1, 4);
  for (const user of told) await s.report(user, inside);
  // Registers devices of users before and after those who are notified.
  await s.register(users[0] as Actor, "before");
  await s.register(users[4] as Actor, "after");
  await s.register(users[4] as Actor, `id:${"x".repeat(100)}`);
  const pushed = async () => {
    await s.as(owner)`delete from graphile_worker._private_jobs`;
    await s.published(admin);
    return (await jobs(s)).map(({ task }) => task).filter((task) => task.startsWith("push_"));
  };
  expect(await pushed()).toEqual([]);
  for (const user of told) {
    await s.register(user, "phone");
    expect(await pushed()).toEqual(["push_expo"]);
  }
});

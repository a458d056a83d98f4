/** @database server */
import { describe, expect } from "@jest/globals";
import {
  type Actor,
  alertInput,
  DENIED,
  inside,
  metresEast,
  owner,
  type Row,
  refusal,
  type Scene,
  stage,
} from "./scene.ts";

const { test } = stage();

const HOLD =
  "select * from app_public.publication_hold(json_populate_record(null::app_public.publication_input, $1))";

async function hold(s: Scene, admin: Actor, publication: object, key = "a key"): Promise<Row> {
  const [held] = await s.as(admin, HOLD, [JSON.stringify({ key, ...publication })]);
  return held as Row;
}
const look = async (s: Scene, admin: Actor, id: number): Promise<Row> =>
  (await s.as(admin)`select * from app_public.held_publication(${id})`)[0] as Row;
const takeBack = async (s: Scene, admin: Actor, id: number): Promise<Row> =>
  (await s.as(admin)`select * from app_public.publication_take_back(${id})`)[0] as Row;
/** Runs the job of a held publication, without the claims of a request. */
const publish = (s: Scene, id: number) => s.as(owner)`select app_private.publish_held(${id})`;
const alerts = (s: Scene) =>
  s.as(owner)`select id, user_id, version, text1, all_clear from app_public.alerts order by id`;
const jobs = (s: Scene) =>
  s.as(owner)`select task_identifier as task, extract(epoch from run_at - now())::float8 as wait
    from graphile_worker.jobs where task_identifier ~ '^publish' order by 1`;
const input = (fields: object = {}) => ({ new_alert: alertInput(undefined, fields) });

describe("a held publication", () => {
  test("publishes nothing until it is due, and then under the name of its author", async (s) => {
    const admin = await s.user(true);
    await s.userAt(inside);
    const held = await hold(s, admin, input());
    expect(held).toMatchObject({
      id: expect.any(Number),
      user_id: admin.id,
      state: "HELD",
      seconds_left: expect.closeTo(5, 0),
      alert_id: null,
      reason: null,
      refusal: null,
    });
    expect(await alerts(s)).toEqual([]);
    expect(await jobs(s)).toEqual([{ task: "publish_held", wait: expect.any(Number) }]);
    expect((await jobs(s))[0]?.wait).toBeGreaterThanOrEqual(5);
    expect((await jobs(s))[0]?.wait).toBeLessThan(60);

    await publish(s, held.id);
    const [alert, ...others] = await alerts(s);
    expect(alert).toMatchObject({ user_id: admin.id, version: 1, text1: "Leave." });
    expect(others).toEqual([]);
    expect(await look(s, admin, held.id)).toEqual({
      ...held,
      state: "PUBLISHED",
      seconds_left: 0,
      alert_id: alert?.id,
    });
    // The publication's second phase begins at once.
    const [job] = (await jobs(s)).filter(({ task }) => task === "publish_alert");
    expect(job?.wait).toBeLessThanOrEqual(0);
    await publish(s, held.id);
    expect(await alerts(s)).toHaveLength(1);
  });

  test("that is taken back is never published, and one that was published is not taken back", async (s) => {
    const [admin, other] = [await s.user(true), await s.user(true)];
    const first = await hold(s, admin, input(), "x".repeat(200));
    expect(await takeBack(s, other, first.id)).toMatchObject({ state: "TAKEN_BACK" });
    await publish(s, first.id);
    expect(await alerts(s)).toEqual([]);
    expect(await takeBack(s, admin, first.id)).toMatchObject({ state: "TAKEN_BACK" });
    expect(await s.value(owner)`select settled_by from app_private.held_publications`).toBe(
      other.id,
    );

    const second = await hold(s, admin, input(), "second");
    await publish(s, second.id);
    await expect(takeBack(s, admin, second.id)).rejects.toMatchObject(refusal("LA409"));
    expect(await look(s, admin, second.id)).toMatchObject({ state: "PUBLISHED" });
    await expect(takeBack(s, admin, 999_999)).rejects.toMatchObject(refusal("LA404"));
    expect(await s.value(admin)`select (app_public.held_publication(999999)).id`).toBe(null);
  });

  test("is made once for its key, and makes no second alert if newAlert publishes it meanwhile", async (s) => {
    const admin = await s.user(true);
    const alert = input({ idempotency_key: "the alert" });
    const held = await hold(s, admin, alert);
    expect((await hold(s, admin, alert)).id).toBe(held.id);
    expect((await hold(s, await s.user(true), alert)).id).not.toBe(held.id);
    expect(await jobs(s)).toHaveLength(2);
    const id = await s.alert(admin, undefined, { idempotency_key: "the alert" });
    await publish(s, held.id);
    expect(await look(s, admin, held.id)).toMatchObject({ state: "PUBLISHED", alert_id: id });
    expect(await alerts(s)).toHaveLength(1);
  });

  test("may also be an update or an all-clear", async (s) => {
    const admin = await s.user(true);
    const near = await s.userAt(metresEast(1_500));
    const id = await s.published(admin);
    const other = await s.user(true);
    const changes = { text3: "Stay.", renotify: true, expected_version: 1 };
    const update = await hold(s, other, { alert_id: id, changes }, "update");
    expect(await alerts(s)).toMatchObject([{ version: 1 }]);
    await publish(s, update.id);
    await s.publish(id);
    expect(await s.told(near, id)).toEqual(["ALERT THREE 1", "UPDATE THREE 2"]);
    const author = "select user_id from app_public.alert_versions where version = 2";
    expect(await s.value(owner, author)).toBe(other.id);

    const end = await hold(s, admin, { alert_id: id, all_clear: "It is over." }, "end");
    expect(await alerts(s)).toMatchObject([{ version: 2, all_clear: null }]);
    await publish(s, end.id);
    await s.publish(id);
    expect(await alerts(s)).toMatchObject([{ version: 3, all_clear: "It is over." }]);
    expect((await s.told(near, id)).at(-1)).toBe("ALL_CLEAR THREE 3");
  });

  test("that another change has made invalid fails when it is due, and says why", async (s) => {
    const admin = await s.user(true);
    const id = await s.alert(admin);
    const changes = { text1: "New.", expected_version: 1 };
    const held = await hold(s, admin, { alert_id: id, changes }, "update");
    const end = await hold(s, admin, { alert_id: id, all_clear: "Over." }, "end");
    await s.update(admin, id, { text2: "Other." });
    await publish(s, held.id);
    expect(await look(s, admin, held.id)).toMatchObject({
      state: "FAILED",
      alert_id: id,
      reason: expect.stringContaining("version 2, not 1"),
    });
    await s.cancel(admin, id);
    await publish(s, end.id);
    expect(await look(s, admin, end.id)).toMatchObject({
      state: "FAILED",
      reason: expect.stringContaining("already cancelled"),
    });
    expect(await alerts(s)).toMatchObject([{ version: 3, all_clear: "It is over." }]);
  });

  test("that fails for another reason stays held, and is published when its job tries again", async (s) => {
    const admin = await s.user(true);
    const held = await hold(s, admin, input());
    const change = (fields: object) =>
      s.as(owner)`update app_private.held_publications
        set new_alert = ${JSON.stringify(input(fields).new_alert)}`;
    // Causes an error that is not a refusal by a rule.
    await change({ text2: " " });
    await expect(publish(s, held.id)).rejects.toMatchObject(refusal("23514"));
    expect(await look(s, admin, held.id)).toMatchObject({ state: "HELD", reason: null });
    await change({});
    await publish(s, held.id);
    expect(await look(s, admin, held.id)).toMatchObject({ state: "PUBLISHED" });
  });

  test.each([true, false])(
    "is not published if its author's training changes meanwhile (in training: %s), but an update is",
    async (s, isTraining) => {
      const [admin, author] = [await s.user(true), await s.user(true)];
      const train = (is: boolean) =>
        s.as(admin)`select app_public.user_training(${author.id}, ${is})`;
      await train(isTraining);
      const exercise = await s.alert(author, undefined, { status: "EXERCISE" });
      const changes = { alert_id: exercise, changes: { text1: "New." } };
      const held = await hold(s, author, input(), "new");
      const update = await hold(s, author, changes, "update");
      await train(!isTraining);
      for (const { id } of [held, update]) await publish(s, id);
      expect(await look(s, admin, held.id)).toMatchObject({
        state: "FAILED",
        reason: expect.stringContaining("training"),
      });
      // An update does not change whether the alert is an exercise.
      expect(await look(s, admin, update.id)).toMatchObject({ state: "PUBLISHED" });
      expect(await alerts(s)).toMatchObject([{ id: exercise, version: 2 }]);
    },
  );

  test("is refused with another status than the author was shown, such as after their training began", async (s) => {
    const admin = await s.user(true);
    const author = await s.user(true);
    const shown = (expected_status: string, key: string) =>
      hold(s, author, { ...input(), expected_status }, key);
    expect(await shown("ACTUAL", "before")).toMatchObject({ state: "HELD" });
    await s.as(admin)`select app_public.user_training(${author.id}, true)`;
    expect(await shown("EXERCISE", "an exercise")).toMatchObject({ state: "HELD" });
    await expect(shown("ACTUAL", "after")).rejects.toMatchObject(refusal("LA403"));
  });

  test("is found by the key of its author, who may have lost the answer", async (s) => {
    const admin = await s.user(true);
    const other = await s.user(true);
    const held = await hold(s, admin, input(), "mine");
    const find = (who: Actor, key: string) =>
      s.as(who)`select id from app_public.held_publication(key => ${key})`;
    expect(await find(admin, "mine")).toEqual([{ id: held.id }]);
    expect(await find(admin, "unknown")).toEqual([{ id: null }]);
    expect(await find(other, "mine")).toEqual([{ id: null }]);
  });

  test("cannot be taken back by an administrator in training unless it is an exercise", async (s) => {
    const [admin, first, second] = [await s.user(true), await s.user(true), await s.user(true)];
    for (const { id } of [first, second])
      await s.as(admin)`select app_public.user_training(${id}, true)`;
    const real = await hold(s, admin, input());
    await expect(takeBack(s, first, real.id)).rejects.toMatchObject(refusal("LA403"));
    expect(await look(s, admin, real.id)).toMatchObject({ state: "HELD" });
    const exercise = await hold(s, first, input());
    expect(await takeBack(s, second, exercise.id)).toMatchObject({ state: "TAKEN_BACK" });
    expect(await takeBack(s, admin, real.id)).toMatchObject({ state: "TAKEN_BACK" });
  });

  test("of someone who is no longer an administrator, or that is a minute late, is not published", async (s) => {
    const [admin, former] = [await s.user(true), await s.user(true)];
    const held = await hold(s, former, input());
    await s.as(owner)`update app_public.users set is_admin = false where id = ${former.id}`;
    await publish(s, held.id);
    expect(await look(s, admin, held.id)).toMatchObject({ state: "FAILED" });
    const gone = await s.user(true);
    const left = await hold(s, gone, input());
    await s.as(owner)`select app_private.delete_user(${gone.id})`;
    await publish(s, left.id);
    expect(await look(s, admin, left.id)).toMatchObject({ state: "FAILED" });
    const due =
      "update app_private.held_publications set due_at = now() - $2::interval where id = $1";
    const [late, inTime] = [await hold(s, admin, input(), "1"), await hold(s, admin, input(), "2")];
    await s.as(owner, due, [late.id, "61 seconds"]);
    await s.as(owner, due, [inTime.id, "50 seconds"]);
    await publish(s, late.id);
    expect(await look(s, admin, late.id)).toMatchObject({
      state: "FAILED",
      reason: expect.stringContaining("not running"),
    });
    await publish(s, inTime.id);
    expect(await alerts(s)).toHaveLength(1);
  });
});

describe("holding", () => {
  test.each<[what: string, publication: object, code: string]>([
    ["nothing", {}, "LA400"],
    ["an alert without a change", { alert_id: 1 }, "LA400"],
    ["changes and an all-clear", { alert_id: 1, changes: {}, all_clear: "Over." }, "LA400"],
    ["an alert and an all-clear", { ...input(), all_clear: "Over." }, "LA400"],
    ["an alert for an alert", { ...input(), alert_id: 1 }, "LA400"],
    ["an all-clear of no alert", { all_clear: "Over." }, "LA400"],
    ["changes of no alert", { changes: { text1: "x" } }, "LA400"],
    ["changes of an unknown alert", { alert_id: 999_999, changes: { text1: "x" } }, "LA404"],
    ["an alert without an area", { new_alert: { text1: "1", text2: "2", text3: "3" } }, "LA400"],
    ["an alert with an empty text", input({ text2: " " }), "23514"],
    ["an alert under an empty key", { ...input(), key: "" }, "23514"],
    ["an alert under a key of 201 characters", { ...input(), key: "x".repeat(201) }, "23514"],
  ])("%s is refused at once", async (s, _, publication, code) => {
    await expect(hold(s, await s.user(true), publication)).rejects.toMatchObject(refusal(code));
    expect(await s.as(owner)`select from app_private.held_publications`).toEqual([]);
  });

  test("lasts as long as the settings say, and deletes settled publications older than a month", async (s) => {
    const admin = await s.user(true);
    await s.as(owner)`update app_private.settings
      set take_back_time = '20 seconds', confirm_above = 7`;
    const step = "select * from app_public.publish_step()";
    await s.client.query("savepoint longest");
    await s.as(owner)`update app_private.settings set take_back_time = '1 minute'`;
    expect(await s.as(admin, step)).toEqual([{ confirm_above: 7, take_back_time: 60 }]);
    await s.client.query("rollback to savepoint longest");
    expect(await s.as(admin, step)).toEqual([{ confirm_above: 7, take_back_time: 20 }]);
    const first = await hold(s, admin, input(), "1");
    expect(first.seconds_left).toBeCloseTo(20, 0);
    await takeBack(s, admin, first.id);
    await hold(s, admin, input(), "2");
    const settled =
      "update app_private.held_publications set settled_at = now() - $1::interval where id = $2";
    await s.as(owner, settled, ["29 days", first.id]);
    await hold(s, admin, input(), "3");
    expect(await look(s, admin, first.id)).toMatchObject({ state: "TAKEN_BACK" });
    await s.as(owner, settled, ["31 days", first.id]);
    await hold(s, admin, input(), "4");
    expect(await s.as(owner)`select key from app_private.held_publications order by 1`).toEqual(
      ["2", "3", "4"].map((key) => ({ key })),
    );
  });

  test.each([
    ["new alert", (_: number) => input({ idempotency_key: null })],
    ["update", (id: number) => ({ alert_id: id, changes: { text1: "Go.", expected_version: 1 } })],
    ["all-clear", (id: number) => ({ alert_id: id, all_clear: "It is over." })],
  ])(
    "again with the same key returns the first publication, even after it was published: %s",
    async (s, _, publication) => {
      const admin = await s.user(true);
      const asked = publication(await s.alert(admin));
      const first = await hold(s, admin, asked);
      await publish(s, first.id);
      const before = await alerts(s);
      expect(await hold(s, admin, asked)).toEqual({
        ...first,
        state: "PUBLISHED",
        seconds_left: 0,
        alert_id: expect.any(Number),
        title: expect.any(String),
      });
      expect(await alerts(s)).toEqual(before);
    },
  );

  test("the same publication with the same key is the first one after its inputs have got another attribute", async (s) => {
    const admin = await s.user(true);
    const id = await s.alert(admin);
    const changes = { alert_id: id, changes: { text1: "Go." } };
    const holdBoth = async () => [
      (await hold(s, admin, input(), "1")).id,
      (await hold(s, admin, changes, "2")).id,
    ];
    const held = await holdBoth();
    for (const type of ["alert_input", "alert_update_input"])
      await s.as(owner, `alter type app_public.${type} add attribute more text`);
    expect(await holdBoth()).toEqual(held);
  });

  test("another publication with the same key is refused", async (s) => {
    const admin = await s.user(true);
    const [one, two] = [await s.alert(admin), await s.alert(admin)];
    const first = await hold(s, admin, { alert_id: one, all_clear: "It is over." });
    for (const other of [
      { alert_id: one, all_clear: "It is really over." },
      { alert_id: two, all_clear: "It is over." },
      { alert_id: one, changes: { text1: "Go." } },
      input(),
    ]) {
      await expect(hold(s, admin, other)).rejects.toMatchObject(refusal("LA409"));
    }
    const changes = (text1: string) => ({ alert_id: one, changes: { text1 } });
    for (const [key, held, other] of [
      ["changes", changes("Go."), changes("Stay.")],
      ["a new alert", input(), input({ text1: "Stay." })],
    ] as const) {
      await takeBack(s, admin, (await hold(s, admin, held, key)).id);
      await expect(hold(s, admin, other, key)).rejects.toMatchObject(refusal("LA409"));
    }
    expect(await look(s, admin, first.id)).toMatchObject({ state: "HELD" });
    expect(await s.value(owner)`select count(*)::int from app_private.held_publications`).toBe(3);
  });

  test("with the same key as another author makes a separate publication", async (s) => {
    const [ada, bob] = [await s.user(true), await s.user(true)];
    const first = await hold(s, ada, input());
    const second = await hold(s, bob, input());
    expect(second.id).not.toBe(first.id);
    expect(await hold(s, bob, input())).toMatchObject({ id: second.id });
    expect(await hold(s, ada, input())).toMatchObject({ id: first.id });
    // Only Bob's publication is taken back.
    expect(await takeBack(s, bob, second.id)).toMatchObject({ state: "TAKEN_BACK" });
    expect(await look(s, ada, first.id)).toMatchObject({ state: "HELD" });
  });

  test("shows no negative time left, and stores the time when a publication was settled", async (s) => {
    const admin = await s.user(true);
    const [first, second] = [
      await hold(s, admin, input(), "first"),
      await hold(s, admin, input(), "second"),
    ];
    const settled = async () =>
      (
        await s.as(owner)`select settled_at is not null as is_settled
          from app_private.held_publications order by id`
      ).map(({ is_settled }) => is_settled);
    await s.as(owner)`update app_private.held_publications
      set due_at = clock_timestamp() - interval '5 seconds'`;
    expect(await look(s, admin, first.id)).toMatchObject({ state: "HELD", seconds_left: 0 });
    expect(await settled()).toEqual([false, false]);
    await publish(s, first.id);
    expect(await settled()).toEqual([true, false]);
    await takeBack(s, admin, second.id);
    expect(await settled()).toEqual([true, true]);
  });

  test("deletes no publication that nobody settled, and an unknown one is null", async (s) => {
    const admin = await s.user(true);
    const { id } = await hold(s, admin, input());
    await s.as(owner)`update app_private.held_publications
      set due_at = now() - interval '31 days'`;
    await hold(s, admin, input(), "another key");
    expect(await look(s, admin, id)).toMatchObject({ id, state: "HELD" });
    expect(await s.value(admin)`select app_public.held_publication(0)`).toBeNull();
  });

  test("and taking back are for administrators", async (s) => {
    const [admin, user] = [await s.user(true), await s.user()];
    const held = await hold(s, admin, input());
    for (const attempt of [
      () => hold(s, user, input()),
      () => look(s, user, held.id),
      () => takeBack(s, user, held.id),
      () => s.as(user)`select * from app_public.publish_step()`,
    ]) {
      await expect(attempt()).rejects.toMatchObject(DENIED);
    }
    expect(await look(s, admin, held.id)).toMatchObject({ state: "HELD" });
  });
});

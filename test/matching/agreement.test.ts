/** @database server */
import { expect } from "@jest/globals";
import fc from "fast-check";
import {
  type Actor,
  alertInput,
  metresEast,
  owner,
  type Row,
  type Scene,
  secondsAgo,
  stage,
} from "../database/scene.ts";
import { check } from "../geometry/check.ts";
import { PATHS, type Path } from "./paths.ts";

/**
 * The reach before a publication, the publication and the explanation afterwards say the same, for random users and
 * alerts on each path.
 */

const { test } = stage();

const person = fc.record({
  // Borders are 0, 1,000 and 2,000 metres east. Zones are exact to a few metres.
  metres: fc.constantFrom(-300, -20, 20, 400, 980, 1_020, 1_500, 1_980, 2_020, 5_000),
  accuracy: fc.constantFrom(undefined, 0, 30, 999, 1_000, 1_001, 20_000),
  age: fc.constantFrom(0, 30, 3_000, 3_900, 80_000, 90_000),
  // How many seconds ago an app confirmed the place.
  alive: fc.constantFrom(undefined, undefined, 10, 3_800, 89_000),
  isTester: fc.boolean(),
  hasDevice: fc.boolean(),
});
const alert = fc.record({
  status: fc.constantFrom("ACTUAL", "ACTUAL", "EXERCISE", "TEST"),
  max_position_age: fc.constantFrom(undefined, 3_600, 86_400),
});
const world = fc.record({
  people: fc.array(person, { minLength: 1, maxLength: 12 }),
  alert,
  path: fc.constantFrom(...(Object.keys(PATHS) as Path[])),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

/** Counts the rows that have a value in a column. */
const countBy = (rows: Row[], name: string, value: string) =>
  rows.filter((row) => row[name] === value).length;

async function agrees(s: Scene, { people, alert, path }: World): Promise<void> {
  const admin = await s.user(true);
  const users: Required<Actor>[] = [];
  for (const { metres, accuracy, age, alive, isTester, hasDevice } of people) {
    const user = await s.user();
    await s.report(user, metresEast(metres), {
      accuracy,
      ...(age && { takenAt: secondsAgo(age) }),
    });
    if (alive !== undefined) {
      const confirm = "select app_private.note_alive($1, now() - make_interval(secs => $2))";
      await s.as(owner, confirm, [user.id, alive]);
    }
    await s.as(owner)`update app_public.users set is_tester = ${isTester} where id = ${user.id}`;
    if (hasDevice) {
      await s.register(user, `phone of ${user.id}`);
    }
    users.push(user);
  }
  const { one, two, three, with_device, stale, coarse } = (
    await s.as(admin)`select (r).*
      from app_public.alert_reach(json_populate_record(null::app_public.alert_input,
      ${JSON.stringify(alertInput(undefined, alert))})) r`
  )[0] as Row;
  const id = await s.alert(admin, undefined, alert);
  await PATHS[path](s, id);

  const told = await s.as(owner)`select user_id, level, exists (select from app_private.devices d
    where d.user_id = n.user_id) as has_device
    from app_public.notifications n where alert_id = ${id}`;
  const why: Row[] = [];
  for (const user of users) {
    why.push(
      (await s.as(admin)`select (w).* from app_public.why_notified(${id}, ${user.id}) w`)[0] as Row,
    );
  }
  const explained = why.map(({ rule }, index) => ({ rule, user_id: users[index]?.id }));
  expect({
    one: countBy(told, "level", "ONE"),
    two: countBy(told, "level", "TWO"),
    three: countBy(told, "level", "THREE"),
    with_device: told.filter(({ has_device }) => has_device).length,
    // The explanation names the first rule that keeps a user out.
    stale: countBy(explained, "rule", "TOO_OLD"),
    coarse: countBy(explained, "rule", "TOO_COARSE"),
  }).toEqual({ one, two, three, with_device, stale, coarse });
  const notified = explained.filter(({ rule }) => rule === "INSIDE_WHEN_PUBLISHED");
  expect(notified.map(({ user_id }) => user_id)).toEqual(
    told.map(({ user_id }) => user_id).sort((a, b) => a - b),
  );
  for (const [index, { rule, level }] of why.entries()) {
    const [given] = told.filter(({ user_id }) => user_id === users[index]?.id);
    expect(level).toBe(given?.level ?? null);
    if (!given) expect(rule).toMatch(/^(OUTSIDE|TOO_OLD|TOO_COARSE|NOT_A_TESTER)$/);
  }
}

test("the reach before a publication, its notifications and the explanations afterwards agree", async (s) => {
  const property = fc.asyncProperty(world, async (drawn) => {
    await s.client.query("savepoint world");
    await s.client.query("delete from app_public.last_positions");
    try {
      await agrees(s, drawn);
    } finally {
      await s.client.query("rollback to savepoint world");
    }
  });
  await check(property, Number(process.env.WORLDS ?? 40));
}, 600_000);

/** @database server */
import { describe, expect } from "@jest/globals";
import { owner, type Row, type Scene, secondsAgo, stage } from "./scene.ts";

/** When a publication queues its recipients, and when it passes through all users. */

const { test } = stage();

/** Makes users with last positions, the first ones inside and the others far away. */
async function people(s: Scene, inside: number, far: number): Promise<void> {
  await s.as(owner)`with person as (
      insert into app_public.users (email, name, address)
        select 'queued-' || i || '@example.org', 'Queued', '' from generate_series(1, ${inside}::int + ${far}::int) i
      returning id)
    insert into app_public.last_positions (user_id, position_id, created_at, taken_at, location, moving_activity)
      select id, id, now(), now(),
          st_setsrid(st_makepoint(case when row_number() over (order by id) <= ${inside} then 0.005 else 50 end,
      0.005), 4326), 'STILL'
        from person`;
}

const queue = (s: Scene, id: number, chunkSize: number): Promise<boolean> =>
  s.value(owner)`select app_private.queue_recipients(a, app_private.published_at(a),
    ${chunkSize}) from app_public.alerts a where id = ${id}`;
const waiting = (s: Scene): Promise<Row[]> =>
  s.as(owner)`select level, cardinality(user_ids) as users from app_private.publication_waiting
    order by level, first_user_id`;

describe("recipients are queued", () => {
  test("if they are at most an eighth of all users, and not if they are one more", async (s) => {
    const admin = await s.user(true);
    const id = await s.alert(admin);
    // The greatest id counts as the number of users, because it is found at once.
    const last = await s.value(owner)`select max(id) from app_public.users`;
    const inside = 20;
    await people(s, inside, 8 * inside - last - inside);
    expect(await s.value(owner)`select max(user_id) from app_public.last_positions`).toBe(
      8 * inside,
    );
    await s.client.query("savepoint one_more");
    await s.as(owner)`update app_public.last_positions
      set location = st_setsrid(st_makepoint(0.005, 0.005), 4326)
      where user_id = (select max(user_id) from app_public.last_positions)`;
    expect(await queue(s, id, 10_000)).toBe(false);
    expect(await waiting(s)).toEqual([]);
    await s.client.query("rollback to savepoint one_more");
    expect(await queue(s, id, 7)).toBe(true);
    expect((await waiting(s)).map(({ users }) => users)).toEqual([7, 7, 6]);
  });

  test("if they are at most twenty chunks", async (s) => {
    const admin = await s.user(true);
    const id = await s.alert(admin);
    await people(s, 21, 400);
    expect(await queue(s, id, 1)).toBe(false);
    await s.as(owner)`delete from app_public.last_positions
      where user_id = (select min(user_id) from app_public.last_positions)`;
    expect(await queue(s, id, 1)).toBe(true);
    expect(await waiting(s)).toHaveLength(20);
  });

  test("separately by level, and only if their positions were recent enough at publication", async (s) => {
    const admin = await s.user(true);
    const id = await s.alert(admin, undefined, { max_position_age: 3_600 });
    await people(s, 7, 400);
    const ids = (
      await s.as(owner)`select user_id from app_public.last_positions order by user_id limit 7`
    ).map(({ user_id }) => user_id);
    await s.as(owner)`update app_public.last_positions
      set location = st_setsrid(st_makepoint(0.0235, 0.005), 4326) where user_id = ${ids[6]}`;
    await s.as(owner)`update app_public.last_positions
      set location = st_setsrid(st_makepoint(0.015, 0.005), 4326) where user_id = any (${[ids[0], ids[2], ids[4]]})`;
    // The alert was published two hours ago. The position of ids[5] was young enough then, the one of ids[4] was not.
    await s.as(owner)`update app_public.alert_versions
      set created_at = now() - interval '2 hours'`;
    await s.as(
      owner,
      "update app_public.last_positions set taken_at = to_timestamp($2), created_at = to_timestamp($2) where user_id = $1",
      [ids[5], secondsAgo(2 * 3_600 + 60)],
    );
    await s.as(
      owner,
      "update app_public.last_positions set taken_at = to_timestamp($2), created_at = to_timestamp($2) where user_id = $1",
      [ids[4], secondsAgo(3 * 3_600 + 60)],
    );
    expect(await queue(s, id, 2)).toBe(true);
    expect(await waiting(s)).toEqual([
      { level: "ONE", users: 2 },
      { level: "ONE", users: 1 },
      { level: "TWO", users: 2 },
      { level: "THREE", users: 1 },
    ]);
  });

  test("only if there are any", async (s) => {
    const id = await s.alert(await s.user(true));
    await people(s, 0, 20);
    expect(await queue(s, id, 10)).toBe(false);
  });

  test("not if a sample shows too many, and then all are not searched for", async (s) => {
    const id = await s.alert(await s.user(true));
    await people(s, 400, 0);
    const definition: string = await s.value(owner)`
      select pg_get_functiondef('app_private.queue_recipients'::regproc)`;
    // The search for all recipients would fail.
    const broken = definition.replace("limit max_recipients + 1", "limit 1 / 0");
    expect(broken).not.toBe(definition);
    await s.client.query(broken);
    expect(await queue(s, id, 10_000)).toBe(false);
  });
});

describe("the waiting users are taken", () => {
  test("by level, about a chunk at a time, and without those of another alert", async (s) => {
    const admin = await s.user(true);
    const [id, other] = [await s.alert(admin), await s.alert(admin)];
    await s.as(owner)`insert into app_private.publication_waiting (alert_id, level,
      first_user_id, user_ids) values
      (${id}, 'THREE', 1, '{1}'), (${id}, 'TWO', 2, '{2,3,4,5}'), (${id}, 'ONE', 6, '{6,7}'),
        (${id}, 'ONE', 8, '{8}'), (${other}, 'ONE', 6, '{9}')`;
    const take = async () =>
      (
        (await s.value(owner)`select app_private.take_waiting(${id}, 3)`) as number[] | null
      )?.toSorted();
    expect(await take()).toEqual([6, 7, 8]);
    // A row that is larger than a chunk is taken in one piece.
    expect(await take()).toEqual([2, 3, 4, 5]);
    expect(await take()).toEqual([1]);
    expect(await take()).toBeUndefined();
    expect(await waiting(s)).toEqual([{ level: "ONE", users: 1 }]);
  });
});

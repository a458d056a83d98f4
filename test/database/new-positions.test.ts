/** @database server */
import { describe, expect } from "@jest/globals";
import { SEED } from "../helpers/seed.ts";
import {
  type Actor,
  inside,
  metresEast,
  owner,
  type Place,
  type Row,
  refusal,
  type Scene,
  secondsAgo,
  square,
  stage,
} from "./scene.ts";

const { test } = stage();

const far = metresEast(5_000);
const zoneTwo = metresEast(500);
const zoneThree = metresEast(1_500);

/** An entry of a batch. Null is sent as null. */
type Entry = Partial<Record<keyof typeof GOOD | "taken_at" | "accuracy", unknown>>;
const GOOD = { latitude: 1, longitude: 2, moving_activity: "STILL" };

/** Reports entries at once, and returns the positions. */
async function reportAll(s: Scene, actor: Actor, entries: Entry[]): Promise<Row[]> {
  const sql = `select * from app_public.new_positions(
    array(select json_populate_recordset(null::app_public.position_input, $1)))`;
  return await s.as(actor, sql, [JSON.stringify(entries)]);
}

/** Returns an entry at a place, taken `age` seconds ago. */
function at([longitude, latitude]: Place, age?: number): Entry {
  return { ...GOOD, longitude, latitude, taken_at: age === undefined ? null : secondsAgo(age) };
}

async function history(s: Scene, { id }: Actor): Promise<Row[]> {
  const sql = `select longitude, latitude, taken_at, accuracy, moving_activity
    from app_public.positions where user_id = $1 order by id`;
  return await s.as(owner, sql, [id]);
}

async function lastPlace(s: Scene, { id }: Actor): Promise<Row | undefined> {
  const sql = `select public.st_x(location) as longitude, public.st_y(location) as latitude, taken_at, accuracy, moving_activity
    from app_public.last_positions where user_id = $1`;
  return (await s.as(owner, sql, [id]))[0];
}

/** Returns a user's notifications, sorted. */
async function told(s: Scene, { id }: Actor): Promise<Row[]> {
  const sql = `select alert_id, level, longitude, latitude, moving_activity
    from app_public.notifications where user_id = $1 order by alert_id, level`;
  return await s.as(owner, sql, [id]);
}

describe("new_positions", () => {
  test("stores all, and returns them in the given order with rising ids", async (s) => {
    const user = await s.user();
    const entries = Array.from({ length: 1_000 }, (_, index) => ({
      ...at([index / 10, 45 - index / 20], 100 + ((index * 37) % 1_000)),
      accuracy: index,
    }));
    const positions = await reportAll(s, user, entries);
    expect(
      positions.map(({ user_id, longitude, latitude, accuracy, moving_activity, taken_at }) => ({
        user_id,
        longitude,
        latitude,
        accuracy,
        moving_activity,
        taken_at: taken_at.getTime() / 1000,
      })),
    ).toEqual(entries.map((entry) => ({ user_id: user.id, ...entry })));
    const ids = positions.map(({ id }) => Number(id));
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    expect(await history(s, user)).toHaveLength(1_000);
  });

  test("stores nothing for an empty list, and sets no last position", async (s) => {
    const user = await s.user();
    expect(await reportAll(s, user, [])).toEqual([]);
    expect(await lastPlace(s, user)).toBeUndefined();
  });

  test("refuses more than 1,000 positions", async (s) => {
    const user = await s.user();
    const entries = Array.from({ length: 1_001 }, () => GOOD);
    await expect(reportAll(s, user, entries)).rejects.toMatchObject(
      refusal("LA400", { message: /^input has more than 1,000 positions/ }),
    );
    expect(await history(s, user)).toEqual([]);
  });

  test.each<[Entry, RegExp]>([
    [{ latitude: 90.000001 }, /latitude is out of range/],
    [{ latitude: "NaN" }, /latitude is out of range/],
    [{ latitude: "-Infinity" }, /latitude is out of range/],
    [{ latitude: null }, /latitude is out of range/],
    [{ longitude: -180.1 }, /longitude is out of range/],
    [{ longitude: "NaN" }, /longitude is out of range/],
    [{ longitude: null }, /longitude is out of range/],
    [{ accuracy: -1 }, /accuracy is out of range/],
    [{ accuracy: "NaN" }, /accuracy is out of range/],
    [{ moving_activity: null }, /movingActivity is missing/],
    [{ taken_at: -1 }, /takenAt is in the future or more than ten years ago/],
    [{ taken_at: "9223372036854775807" }, /takenAt is in the future or more than ten years ago/],
    [{ taken_at: secondsAgo(-2 * 86_400) }, /takenAt is in the future or more than ten years ago/],
  ])("refuses all positions if one has %j, and names its index", async (s, bad, message) => {
    const user = await s.user();
    await s.published();
    await s.report(user, far);
    const before = [await history(s, user), await lastPlace(s, user)];
    for (const index of [0, 2, 4]) {
      const entries: Entry[] = Array.from({ length: 5 }, () => at(inside));
      entries[index] = { ...entries[index], ...bad };
      await expect(reportAll(s, user, entries)).rejects.toMatchObject(
        refusal("LA400", { message: new RegExp(`^input\\[${index}\\].${message.source}`) }),
      );
    }
    expect([await history(s, user), await lastPlace(s, user)]).toEqual(before);
    expect(await told(s, user)).toEqual([]);
  });

  test("refuses an unknown activity, and an entry that is null", async (s) => {
    const user = await s.user();
    await expect(
      reportAll(s, user, [GOOD, { ...GOOD, moving_activity: "FLYING" }]),
    ).rejects.toMatchObject(refusal("22P02"));
    const sql =
      'select app_public.new_positions(array[json_populate_record(null::app_public.position_input, \'{"latitude": 1, "longitude": 2, "moving_activity": "STILL"}\'), null])';
    await expect(s.as(user, sql)).rejects.toMatchObject(
      refusal("LA400", { message: /^input\[1\].latitude/ }),
    );
    expect(await history(s, user)).toEqual([]);
  });

  test("needs a token, even for an empty list", async (s) => {
    for (const entries of [[GOOD], []]) {
      await expect(reportAll(s, { role: "app_user" }, entries)).rejects.toMatchObject(
        refusal("LA401"),
      );
    }
  });
});

describe("the last position after a batch", () => {
  test.each([
    ["in order", [30, 20, 10], 2],
    ["the wrong way round", [10, 20, 30], 0],
    ["in no order", [20, 10, 30], 1],
    ["of one moment, where the last counts", [10, 10, 10], 2],
    ["with a moment left out, which is now", [10, undefined, 20], 1],
    ["with a fast clock's, which is now but for one without a moment", [undefined, -3_600, 10], 0],
    ["with a fast clock's before one without a moment", [-3_600, undefined], 1],
    ["without a moment, where the last counts", [undefined, undefined, -3_600], 1],
    ["of a fast clock, all of which are now, the newest first", [-3_600, -2_400, -3_000], 0],
  ])("is the one taken last: %s", async (s, _, ages, latest) => {
    const user = await s.user();
    const positions = await reportAll(
      s,
      user,
      ages.map((age, index) => at([index, 0], age)),
    );
    expect(await lastPlace(s, user)).toMatchObject({ longitude: latest });
    const id = await s.value(owner)`select position_id from app_public.last_positions
      where user_id = ${user.id}`;
    expect(id).toBe(positions[latest]?.id);
  });

  test("stays unchanged if a later one is known, and nobody is notified", async (s) => {
    const user = await s.user();
    const id = await s.published();
    await s.report(user, far, { takenAt: secondsAgo(5) });
    await reportAll(s, user, [at(inside, 10), at(zoneTwo, 20)]);
    expect(await lastPlace(s, user)).toMatchObject({ longitude: far[0] });
    expect(await history(s, user)).toHaveLength(3);
    expect(await s.levels(user, id)).toEqual([]);
  });
});

describe("while an alert is active, a batch", () => {
  test("notifies for its last position only, not for the way there", async (s) => {
    const [user, other] = [await s.user(), await s.user()];
    const id = await s.published();
    await reportAll(s, user, [at(zoneThree, 30), at(zoneTwo, 20), at(inside, 10)]);
    expect(await s.levels(user, id)).toEqual(["ONE"]);
    await reportAll(s, other, [at(inside, 30), at(zoneThree, 20), at(far, 10)]);
    expect(await s.levels(other, id)).toEqual([]);
    expect(await s.reached(id)).toBe(1);
  });

  test("sent twice is stored once and notifies once", async (s) => {
    const user = await s.user();
    const id = await s.published();
    const entries = [at(inside, 10), at(inside, 11)];
    await reportAll(s, user, entries);
    await reportAll(s, user, entries);
    expect(await history(s, user)).toHaveLength(2);
    expect(await s.levels(user, id)).toEqual(["ONE"]);
    expect(await s.reached(id)).toBe(1);
  });
});

describe("a batch and the same reports one by one", () => {
  /** SEED=… repeats one seed. A failing test has its seed in its name. */
  const SEEDS = Array.from({ length: process.env.SEED ? 1 : 12 }, (_, index) => SEED + index);

  /** Returns numbers in [0, 1), the same ones for the same seed. */
  function randomFrom(seed: number): () => number {
    let state = Math.imul(seed, 2_654_435_761);
    return () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
  }

  /** Returns entries in and around two overlapping alerts, each taken at another time, in random order. */
  function randomEntries(random: () => number): Entry[] {
    // Half of them are older than the day that alerts accept.
    const step = random() < 0.5 ? 100 : 20_000;
    return Array.from({ length: 1 + Math.floor(random() * 12) }, (_, index) => ({
      ...at(metresEast(-1_000 + 5_000 * random()), Math.floor(step * (index + random() / 2))),
      moving_activity: random() < 0.5 ? "WALKING" : "RUNNING",
      accuracy: Math.floor(100 * random()),
    })).sort(() => random() - 0.5);
  }

  /** Returns where both users were before, if anywhere. Later reports may be older than that. */
  function randomBefore(random: () => number): Entry[] {
    const age = Math.floor(random() * 200_000);
    return random() < 0.7 ? [at(metresEast(3_000 * random()), age)] : [];
  }

  const youngestFirst = (a: Entry, b: Entry) => Number(b.taken_at) - Number(a.taken_at);

  /** Returns the results of the entries as a batch, and one by one in this order by another user. */
  async function both(s: Scene, seed: number, order: (a: Entry, b: Entry) => number) {
    const random = randomFrom(seed);
    await s.published();
    await s.published(undefined, square([0.02, 0]));
    const [batcher, single] = [await s.user(), await s.user()];
    const [before, entries] = [randomBefore(random), randomEntries(random)];
    for (const entry of before) {
      for (const user of [batcher, single]) await reportAll(s, user, [entry]);
    }
    await reportAll(s, batcher, entries);
    for (const entry of [...entries].sort(order)) {
      await s.as(single)`
        select app_public.new_position(json_populate_record(null::app_public.position_input, ${JSON.stringify(entry)}))`;
    }
    const outcome = async (user: Actor) => {
      const kept = (await history(s, user)).map((row) => JSON.stringify(row)).sort();
      return { told: await told(s, user), last: await lastPlace(s, user), kept };
    };
    return { batch: await outcome(batcher), singles: await outcome(single) };
  }

  test.each(SEEDS)(
    "notify and store the same, and leave the same last position, the youngest report first (seed %d)",
    async (s, seed) => {
      const { batch, singles } = await both(s, seed, youngestFirst);
      expect(batch).toEqual(singles);
    },
  );

  test.each(SEEDS)(
    "store the same in the order taken, and the reports notify of all alerts of the batch (seed %d)",
    async (s, seed) => {
      const { batch, singles } = await both(s, seed, (a, b) => youngestFirst(b, a));
      expect([batch.last, batch.kept]).toEqual([singles.last, singles.kept]);
      const alertsOf = ({ told }: { told: Row[] }) => told.map(({ alert_id }) => alert_id);
      expect(alertsOf(singles)).toEqual(expect.arrayContaining(alertsOf(batch)));
    },
  );
});

test("a batch accepts the extreme values of each field that a single report accepts", async (s) => {
  const user = await s.user();
  const extremes: Entry[] = [
    { ...GOOD, latitude: 90, longitude: 180, accuracy: 0 },
    { ...GOOD, latitude: -90, longitude: -180, accuracy: 20_000_000 },
    { ...GOOD, taken_at: secondsAgo(3_652 * 86_400) },
    { ...GOOD, taken_at: secondsAgo(-86_300) },
  ];
  expect(await reportAll(s, user, extremes)).toHaveLength(4);
  for (const { latitude, longitude, accuracy } of extremes.slice(0, 2)) {
    await s.report(user, [longitude as number, latitude as number], {
      accuracy: accuracy as number,
    });
  }
  await expect(reportAll(s, user, [{ ...GOOD, accuracy: 20_000_001 }])).rejects.toMatchObject(
    refusal("LA400", { message: /^input\[0\].accuracy/ }),
  );
  await expect(
    reportAll(s, user, [
      { ...GOOD, accuracy: -1 },
      { ...GOOD, latitude: 91 },
    ]),
  ).rejects.toMatchObject(refusal("LA400", { message: /^input\[0\].accuracy/ }));
});

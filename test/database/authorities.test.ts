/** @database server */
import { describe, expect } from "@jest/globals";
import { seededRandom } from "../helpers/seed.ts";
import { until } from "../helpers/until.ts";
import { waitsForLock } from "../helpers/waits-for-lock.ts";
import {
  type Actor,
  alertInput,
  HASH,
  METRE,
  type MemberRole,
  NEW_ALERT,
  owner,
  type Place,
  Scene,
  square,
  stage,
} from "./scene.ts";

const { test, database } = stage();
const OUTSIDE = { code: "LA403", constraint: "outside_authority" };
const NO_APPROVER = { code: "LA403", constraint: "no_approver" };
const DENIED = { code: "42501" };
const UNKNOWN = { code: "LA404" };
const HOLD = `select (app_public.publication_hold(
  json_populate_record(null::app_public.publication_input, $1))).id`;
const REACH =
  "select app_public.alert_reach(json_populate_record(null::app_public.alert_input, $1))";
const GRANT = `select (app_public.mutual_aid_add(
  json_populate_record(null::app_public.mutual_aid_input, $1))).id`;
const WEST: Place = [-0.5, 0.5];
const EAST: Place = [0.5, 0.5];

/** Two authorities, west and east of Greenwich, each with a person in it, and one who is far from both. */
async function twoAuthorities(s: Scene) {
  return {
    west: await s.authority(square([-1, 0], 1)),
    east: await s.authority(square([0, 0], 1)),
    inWest: await s.userAt(WEST),
    inEast: await s.userAt(EAST),
    far: await s.userAt([50, 50]),
  };
}

describe("an authority warns in its area only", () => {
  /** Squares of a tenth of a degree, from a corner on: of random ones an area is made, with holes and in pieces. */
  const SIDE = 0.1;
  const CORNERS: Place[] = [
    [0, 0],
    [11, 60],
    [179.8, -10],
  ];
  const WIDTH = 4;

  /** What a neighbour grants in turn; what is over does not count, nor what the neighbour does not have any more. */
  const AIDS = ["none", "all", "a part", "a part of which it lost some", "ended", "expired"];

  test("an alert is published if and only if its area lies in that of its authority and in what others grant it, with 20 m of tolerance", async (s) => {
    const random = seededRandom();
    const outcomes = { published: 0, refused: 0 };
    for (let round = 0; round < 24; round++) {
      const [west, south] = CORNERS[round % CORNERS.length] as Place;
      const cells = new Set<string>();
      for (let x = 0; x < WIDTH; x++)
        for (let y = 0; y < WIDTH; y++) if (random() < 0.75) cells.add(`${x},${y}`);
      const [x, y] = [Math.floor(random() * 3), Math.floor(random() * 3)];
      cells.add(`${x},${y}`);
      if (round % 2) cells.delete(`${x + 1},${y}`);
      const squares = (of: Set<string>) =>
        [...of].map((cell) => {
          const [column = 0, row = 0] = cell.split(",").map(Number);
          return `SRID=4326;POLYGON((${ring(west + column * SIDE, south + row * SIDE, SIDE, SIDE)}))`;
        });
      const union = `st_multi(app_private.checked_area((
        select st_union(st_geomfromewkt(c)) from unnest($2::text[]) c), 'area'))`;
      const setArea = (id: number, of: Set<string>) =>
        s.as(owner, `update app_public.authorities set area = ${union} where id = $1`, [
          id,
          squares(of),
        ]);
      const authority = await s.authority(square());
      await setArea(authority, cells);
      const aid = AIDS[Math.floor(round / CORNERS.length) % AIDS.length] as string;
      if (aid !== "none") {
        const neighbour = await s.authority(square());
        const theirs = new Set([`${x},${y + 1}`, `${x + 1},${y}`]);
        for (let i = 0; i < 6; i++)
          theirs.add(`${Math.floor(random() * WIDTH)},${Math.floor(random() * WIDTH)}`);
        await setArea(neighbour, theirs);
        const part = new Set([...theirs].filter((_, i) => i === 0 || i === 1 || random() < 0.5));
        const hasPart = aid.startsWith("a part");
        await s.as(
          owner,
          `insert into app_public.mutual_aids (authority_id, to_authority_id, area, ends_at, ended_at)
            values ($1, $3, case when $6 then ${union} end, clock_timestamp() + $4::interval, $5)`,
          [
            neighbour,
            squares(part),
            authority,
            aid === "expired" ? "-1 second" : "1 hour",
            aid === "ended" ? new Date() : null,
            hasPart,
          ],
        );
        if (aid === "a part of which it lost some") {
          theirs.delete([...part][Math.floor(random() * part.size)] as string);
          await setArea(neighbour, theirs);
        }
        if (aid === "all" || hasPart)
          for (const cell of theirs) if (aid === "all" || part.has(cell)) cells.add(cell);
      }
      const approver = await s.member("APPROVER", authority);
      for (const [width, metres] of [
        [1, 0],
        [1, 12],
        [1, 40],
        [2, 0],
      ] as const) {
        // Wider by so many metres on each side. At 60 degrees north, a degree of longitude is half as long.
        const [dx, dy] = [(metres * METRE) / Math.cos((south * Math.PI) / 180), metres * METRE];
        const edge = metres > 20 ? 1 : 0;
        let isCovered = true;
        for (let i = x - edge; i < x + width + edge; i++)
          for (let j = y - edge; j < y + 1 + edge; j++) isCovered &&= cells.has(`${i},${j}`);
        const corners = ring(
          west + x * SIDE - dx,
          south + y * SIDE - dy,
          width * SIDE + 2 * dx,
          SIDE + 2 * dy,
        );
        const area = {
          type: "Polygon",
          coordinates: [corners.split(",").map((place) => place.split(" ").map(Number))],
        };
        const { points: _, ...texts } = alertInput();
        const input = { ...texts, area, idempotency_key: `${round} ${width} ${metres}` };
        const roads: Record<string, () => Promise<unknown>> = {
          new: () => s.value(approver, NEW_ALERT, [JSON.stringify(input)]),
          held: () =>
            s.value(approver, HOLD, [
              JSON.stringify({ key: input.idempotency_key, new_alert: input }),
            ]),
          reach: () => s.value(approver, REACH, [JSON.stringify(input)]),
          update: async () => {
            const left = west + (x + 0.4) * SIDE;
            const small = square(
              [left > 180 ? left - 360 : left, south + (y + 0.4) * SIDE],
              SIDE / 10,
            );
            const alert = await s.alert(approver, small);
            await s.update(approver, alert, { area });
          },
        };
        for (const [road, take] of Object.entries(roads)) {
          const failure = await take().then(
            () => undefined,
            (error) => error,
          );
          outcomes[failure ? "refused" : "published"]++;
          expect({
            road,
            aid,
            cells: [...cells],
            x,
            y,
            width,
            metres,
            west,
            constraint: failure?.constraint,
          }).toEqual(
            expect.objectContaining({ constraint: isCovered ? undefined : "outside_authority" }),
          );
        }
      }
    }
    expect(Math.min(outcomes.published, outcomes.refused)).toBeGreaterThan(40);
  });

  /** The corners of a rectangle, as WKT has them. */
  function ring(west: number, south: number, width: number, height: number): string {
    return [
      [west, south],
      [west + width, south],
      [west + width, south + height],
      [west, south + height],
      [west, south],
    ]
      .map((place) => place.join(" "))
      .join();
  }

  test("a held publication is checked again when it goes out, and an alert that stands outside may still be ended", async (s) => {
    const { west } = await twoAuthorities(s);
    const approver = await s.member("APPROVER", west);
    const stands = await s.alert(approver, square(WEST));
    const held = await s.value(approver, HOLD, [
      JSON.stringify({ key: "a", new_alert: alertInput(square(WEST)) }),
    ]);
    const elsewhere = `SRID=4326;MULTIPOLYGON(((-0.9 0, -0.8 0, -0.8 0.1, -0.9 0)))`;
    await s.as(owner)`update app_public.authorities set area = ${elsewhere} where id = ${west}`;
    await s.as(owner)`select app_private.publish_held(${held})`;
    expect(
      await s.as(
        owner,
      )`select state, refusal from app_private.held_publications where id = ${held}`,
    ).toEqual([{ state: "FAILED", refusal: "OUTSIDE_AUTHORITY" }]);
    await expect(
      s.update(approver, stands, { points: alertInput(square([-0.4, 0.5])).points }),
    ).rejects.toMatchObject(OUTSIDE);
    await s.cancel(approver, stands);
  });

  test("the outer zones may reach beyond, which is shown before and recorded, but not of those above or below", async (s) => {
    const { west, east } = await twoAuthorities(s);
    const [approver, admin] = [await s.member("APPROVER", west), await s.user(true)];
    const below = await s.authority(square(WEST, 0.1));
    await s.as(owner)`update app_public.authorities set parent_id = ${west} where id = ${below}`;
    const reached = async (actor: Actor, area: Place[]) =>
      (await s.value(actor, `select (r).neighbours from (${REACH} r) r`, [
        JSON.stringify(alertInput(area)),
      ])) as string[];
    const border = square([-0.011, 0.5]);
    const name = await s.value(owner)`select name from app_public.authorities where id = ${east}`;
    expect(await reached(approver, border)).toEqual([name]);
    expect(await reached(approver, square([-0.9, 0.1]))).toEqual([]);
    expect(await reached(approver, square(WEST))).toEqual([]);
    expect(await reached(admin, border)).toEqual([]);
    const alert = await s.alert(approver, square(WEST));
    await s.update(approver, alert, { points: alertInput(border).points });
    await s.cancel(approver, alert);
    const facts = await s.as(owner)`select facts -> 'neighbour_ids' as ids from
      app_public.audit_entries where object_type = 'ALERT' and object_id = ${alert} order by id`;
    expect(facts.map(({ ids }) => ids)).toEqual([null, [east], [east]]);
  });

  test("the alert, its update and its end are for the approvers of its authority, and those above", async (s) => {
    const { west, east } = await twoAuthorities(s);
    const [approver, neighbour, admin] = [
      await s.member("APPROVER", west),
      await s.member("MANAGER", east),
      await s.user(true),
    ];
    const input = alertInput(square(EAST), { authority_id: east });
    await expect(s.value(approver, NEW_ALERT, [JSON.stringify(input)])).rejects.toMatchObject(
      NO_APPROVER,
    );
    const alert = await s.alert(approver, square(WEST));
    expect(
      await s.value(owner)`select authority_id from app_public.alerts where id = ${alert}`,
    ).toBe(west);
    await expect(s.update(neighbour, alert, { text1: "Stay." })).rejects.toMatchObject(NO_APPROVER);
    await expect(s.cancel(neighbour, alert)).rejects.toMatchObject(NO_APPROVER);
    await s.update(admin, alert, { text1: "Stay." });
    await s.cancel(admin, alert);
  });
});

describe("an authority sees the people of its area only", () => {
  /** Whom someone sees, by what they may read. */
  async function seen(s: Scene, actor: Actor, people: Record<string, Actor>) {
    const nameOf = new Map(Object.entries(people).map(([name, { id }]) => [id, name]));
    const found: Record<string, string[]> = {};
    for (const table of ["users", "last_positions", "positions", "notifications", "quiet_hours"]) {
      const column = table === "users" ? "id" : "user_id";
      const rows = await s.as(actor, `select distinct ${column} as id from app_public.${table}`);
      found[table] = rows.flatMap(({ id }) => nameOf.get(id) ?? []).sort();
    }
    return found;
  }

  test("by their last position, by its alerts, and by who invited or made them", async (s) => {
    const { west, inWest, inEast, far } = await twoAuthorities(s);
    const people = { inWest, inEast, far };
    for (const person of Object.values(people)) {
      await s.as(person)`select app_public.quiet_hours_edit(row('22:00', '07:00',
        'Europe/Rome')::app_public.quiet_hours_input)`;
    }
    const [viewer, approver] = [await s.member("VIEWER", west), await s.member("APPROVER", west)];
    const all = {
      users: ["inWest"],
      last_positions: ["inWest"],
      positions: ["inWest"],
      quiet_hours: ["inWest"],
    };
    expect(await seen(s, viewer, people)).toEqual({ ...all, notifications: [] });
    // Told by the authority in zone THREE, from across the border.
    const near = await s.userAt([0.0005, 0.5]);
    await s.published(approver, square([-0.01, 0.495]));
    expect(await seen(s, viewer, { ...people, near })).toEqual({
      ...all,
      users: ["inWest", "near"],
      notifications: ["near"],
    });
    await s.as(owner)`update app_public.users set authority_id = ${west} where id = ${far.id}`;
    expect((await seen(s, viewer, people)).users).toEqual(["far", "inWest"]);
    // Who leaves the area is out of sight, with their history.
    await s.report(inWest, EAST);
    expect(await seen(s, viewer, { inWest })).toEqual({
      users: [],
      last_positions: [],
      positions: [],
      notifications: [],
      quiet_hours: [],
    });
    expect((await seen(s, await s.member("VIEWER"), people)).positions).toEqual([
      "far",
      "inEast",
      "inWest",
    ]);
  });

  test("of two authorities without an area, each sees everybody, and only the service's managers all that others did", async (s) => {
    const { inWest, far } = await twoAuthorities(s);
    const twin = await s.value(owner)`insert into app_public.authorities (name, parent_id)
      values ('Twin', 1) returning id`;
    const [manager, admin] = [await s.member("MANAGER", twin), await s.user(true)];
    await s.as(
      owner,
    )`insert into app_public.users (email, name, address) values ('new@example.org', 'New', '')`;
    const users = (actor: Actor) => s.value(actor)`select count(*)::int from app_public.users`;
    expect(await users(manager)).toBe(await users(admin));
    expect((await seen(s, manager, { inWest, far })).positions).toEqual(["far", "inWest"]);
    await s.as(admin)`select app_public.user_training(${far.id}, true)`;
    const trainings = (actor: Actor) =>
      s.value(
        actor,
      )`select count(*)::int from app_public.audit_entries where action = 'TRAINING_CHANGED'`;
    expect([await trainings(manager), await trainings(admin)]).toEqual([0, 1]);
    const alert = await s.alert(manager);
    await s.cancel(admin, alert);
    const entries = (actor: Actor) =>
      s.value(actor)`select array_agg(action || ' ' || (facts ->> 'authority_id') order by id)
        from app_public.audit_entries where object_type = 'ALERT' and object_id = ${alert}`;
    const all = [`ALERT_PUBLISHED ${twin}`, `ALERT_CANCELLED ${twin}`];
    expect([await entries(manager), await entries(admin)]).toEqual([all, all]);
  });

  test("and of what another grants by mutual aid, in which it warns too, until its end or moment", async (s) => {
    const { west, east, inWest, inEast } = await twoAuthorities(s);
    const people = { inWest, inEast };
    const [viewer, approver, manager, granting] = [
      await s.member("VIEWER", west),
      await s.member("APPROVER", west),
      await s.member("MANAGER", west),
      await s.member("MANAGER", east),
    ];
    const soon = (seconds: number) => new Date(Date.now() + seconds * 1000);
    const aid = { authority_id: east, to_authority_id: west, ends_at: soon(3600) };
    const grant = (actor: Actor, fields: object) =>
      s.value(actor, GRANT, [JSON.stringify({ ...aid, ...fields })]);
    const end = (actor: Actor, id: number) => s.as(actor)`select app_public.mutual_aid_end(${id})`;
    const ring = square([-0.5, 0], 1);
    for (const [actor, fields, refused] of [
      [await s.member("APPROVER", east), {}, DENIED],
      [manager, {}, { constraint: "no_authority" }],
      [granting, { to_authority_id: east }, { constraint: "no_other_authority" }],
      [granting, { ends_at: soon(-1) }, { constraint: "aid_end" }],
      [
        granting,
        { area: { type: "Polygon", coordinates: [[...ring, ring[0]]] } },
        { constraint: "aid_outside" },
      ],
      // The service itself is everywhere, which nobody else may be.
      [await s.user(true), { authority_id: 1 }, { constraint: "aid_outside" }],
    ] as const)
      await expect(grant(actor, fields)).rejects.toMatchObject(refused);
    const id = await grant(granting, {});
    const listed = async (actor: Actor) =>
      (await s.as(actor)`select id from app_public.mutual_aids`).map((row) => row.id);
    const third = await s.member("MANAGER", await s.authority(square([9, 9])));
    expect([await listed(viewer), await listed(granting), await listed(third)]).toEqual([
      [id],
      [id],
      [],
    ]);
    expect((await seen(s, viewer, people)).positions).toEqual(["inEast", "inWest"]);
    const across = square([-0.005, 0.5]);
    const stands = await s.alert(approver, across);
    const held = await s.value(approver, HOLD, [
      JSON.stringify({ key: "a", new_alert: alertInput(across) }),
    ]);
    await expect(end(manager, id)).rejects.toMatchObject(UNKNOWN);
    await end(granting, id);
    await expect(end(granting, id)).rejects.toMatchObject(UNKNOWN);
    expect((await seen(s, viewer, people)).positions).toEqual(["inWest"]);
    await s.as(owner)`select app_private.publish_held(${held})`;
    expect(
      await s.value(owner)`select refusal from app_private.held_publications where id = ${held}`,
    ).toBe("OUTSIDE_AUTHORITY");
    await expect(s.update(approver, stands, { text1: "Stay." })).rejects.toMatchObject(OUTSIDE);
    await s.cancel(approver, stands);
    // By the clock, not by the beginning of the transaction.
    await grant(granting, { ends_at: soon(0.5) });
    await s.alert(approver, square(EAST));
    await s.as(owner)`select pg_sleep(0.6)`;
    expect((await seen(s, viewer, people)).positions).toEqual(["inWest"]);
    await expect(s.alert(approver, square(EAST))).rejects.toMatchObject(OUTSIDE);
    const facts = await s.as(granting)`select facts ->> 'ended' as ended
      from app_public.audit_entries where object_type = 'AUTHORITY' and object_id = ${east} order by id`;
    expect(facts.map(({ ended }) => ended)).toEqual([null, "true", null]);
  });

  test("no number tells of others: reach, reasons, figures, lists and statistics", async (s) => {
    const { west, inWest, inEast } = await twoAuthorities(s);
    const [manager, admin] = [await s.member("MANAGER", west), await s.user(true)];
    const alert = await s.published(admin, square(EAST, 0.1));
    await expect(
      s.value(manager, REACH, [JSON.stringify(alertInput(square(EAST)))]),
    ).rejects.toMatchObject(OUTSIDE);
    await expect(
      s.as(manager)`select app_public.alert_update_reach(${alert},
        json_populate_record(null::app_public.alert_update_input, '{}'))`,
    ).rejects.toMatchObject({ code: "LA403" });
    await expect(
      s.as(manager)`select app_public.why_notified(${alert}, ${inEast.id})`,
    ).rejects.toMatchObject(UNKNOWN);
    const figures = `select app_public.alerts_delivery(a) as d, app_public.alerts_timeline(a) as t, app_public.alerts_push_failures(a) as f,
      app_public.alerts_all_clear_reach(a) as c, app_public.alerts_cells(a) as e from app_public.alerts a where a.id = $1`;
    // Nor does a row that the caller makes up.
    const forged = `select app_public.alerts_delivery(jsonb_populate_record(null::app_public.alerts,
      jsonb_build_object('id', $1::int, 'authority_id', $2::int)))`;
    expect(await s.value(manager, forged, [alert, west])).toBeNull();
    // Whom an alert of their own did not tell, elsewhere.
    const own = await s.published(manager, square(WEST));
    await expect(
      s.as(manager)`select app_public.why_notified(${own}, ${inEast.id})`,
    ).rejects.toMatchObject(UNKNOWN);
    expect(await s.as(manager, figures, [alert])).toEqual([
      { d: null, t: null, f: null, c: null, e: null },
    ]);
    expect(await s.value(manager)`select (unnest(app_public.alert_statistics())).alerts`).toBe(1);
    const listed = await s.as(manager)`select (unnest(app_public.users_overview())).id`;
    expect(listed.map(({ id }) => id).sort()).toEqual([inWest.id, manager.id].sort());
  });

  test("only the managers of a person change, invite, export and erase them", async (s) => {
    const { west, east, inWest } = await twoAuthorities(s);
    const [manager, neighbour, admin] = [
      await s.member("MANAGER", west),
      await s.member("MANAGER", east),
      await s.user(true),
    ];
    const created = await s.value(
      manager,
    )`select (app_public.new_user('new@example.org', ${HASH}, 'New', '', false)).id`;
    for (const [actor, id] of [
      [neighbour, created],
      // Seen, but made by the service.
      [manager, inWest.id],
      [manager, admin.id],
    ] as const) {
      for (const call of [
        `app_public.user_password_reset($1, '${HASH}')`,
        "app_public.new_password_links(array[$1::int])",
        "app_public.user_edit(row('x@example.org', null, null, null, null, null)::app_public.user_edit, $1)",
        "app_public.user_rights($1, row(true, null)::app_public.user_rights_input)",
        "app_public.user_training($1, true)",
        "app_private.user_erase($1)",
      ]) {
        await expect({
          call,
          failure: await s.as(actor, `select ${call}`, [id]).catch((error) => error.code),
        }).toEqual({
          call,
          failure: "LA404",
        });
      }
    }
    await s.as(
      manager,
    )`select app_public.user_rights(${created}, row(true, null)::app_public.user_rights_input)`;
    expect(
      await s.as(
        owner,
      )`select authority_id, role from app_public.memberships where user_id = ${created}`,
    ).toEqual([{ authority_id: west, role: "MANAGER" }]);
    await s.as(admin)`select app_private.user_erase(${created})`;
  });
});

describe("roles", () => {
  const grant = (s: Scene, actor: Actor, user: Actor, authority: number, role: MemberRole) =>
    s.as(actor)`select app_public.membership_set(${user.id}, ${authority}, ${role})`;

  test("a viewer prepares nothing, an author publishes nothing and ends their own alerts only", async (s) => {
    const [viewer, author, approver] = [
      await s.member("VIEWER"),
      await s.member("AUTHOR"),
      await s.member("APPROVER"),
    ];
    const draft = `select app_public.new_shared_draft(
      json_populate_record(null::app_public.shared_draft_input, '{"name": "A", "content": "{}"}'))`;
    await expect(s.as(viewer, draft)).rejects.toMatchObject(DENIED);
    await s.as(author, draft);
    const input = [JSON.stringify(alertInput())];
    await s.value(viewer, REACH, input);
    await expect(s.value(author, NEW_ALERT, input)).rejects.toMatchObject(DENIED);
    const [own, other] = [await s.alert(approver), await s.alert(approver)];
    await s.as(owner)`update app_public.alerts set user_id = ${author.id} where id = ${own}`;
    await expect(s.cancel(author, other)).rejects.toMatchObject(NO_APPROVER);
    await s.cancel(author, own);
  });

  test("a change of a role bites at the next statement, held publications included", async (s) => {
    const [admin, approver] = [await s.user(true), await s.member("APPROVER")];
    const held = await s.value(approver, HOLD, [
      JSON.stringify({ key: "a", new_alert: alertInput() }),
    ]);
    await grant(s, admin, approver, 1, "AUTHOR");
    // The role of the request is asked for with each one; even under the old one the rows refuse.
    await expect(s.alert(approver)).rejects.toMatchObject(NO_APPROVER);
    await s.as(owner)`select app_private.publish_held(${held})`;
    expect(
      await s.value(owner)`select refusal from app_private.held_publications where id = ${held}`,
    ).toBe("AUTHOR_NO_ADMINISTRATOR");
  });

  test("an administrator is a manager, whichever of both is written", async (s) => {
    const [admin, user] = [await s.user(true), await s.user()];
    const roles = () =>
      s.value(
        owner,
      )`select array_agg(role::text) from app_public.memberships where user_id = ${user.id}`;
    const isAdmin = () =>
      s.value(owner)`select is_admin from app_public.users where id = ${user.id}`;
    await grant(s, admin, user, 1, "MANAGER");
    expect(await isAdmin()).toBe(true);
    await grant(s, admin, user, 1, "VIEWER");
    expect(await isAdmin()).toBe(false);
    await s.as(
      admin,
    )`select app_public.user_rights(${user.id}, row(true, null)::app_public.user_rights_input)`;
    expect(await roles()).toEqual(["MANAGER"]);
    await s.as(
      admin,
    )`select app_public.user_rights(${user.id}, row(false, null)::app_public.user_rights_input)`;
    expect(await roles()).toBeNull();
    await grant(s, admin, user, 1, "AUTHOR");
    await s.as(admin)`select app_public.membership_remove(${user.id}, 1)`;
    expect(await roles()).toBeNull();
  });

  test("the service keeps a manager, and nobody raises themselves", async (s) => {
    const { west, east } = await twoAuthorities(s);
    const [manager, neighbour] = [await s.member("MANAGER", west), await s.member("MANAGER", east)];
    const last = await s.user(true);
    await s.as(
      owner,
    )`delete from app_public.memberships where authority_id = 1 and user_id <> ${last.id}`;
    await expect(grant(s, last, last, 1, "APPROVER")).rejects.toMatchObject({ code: "LA409" });
    for (const [actor, user, authority] of [
      [manager, manager, 1],
      [manager, manager, east],
      [manager, neighbour, west],
      [manager, last, west],
    ] as const) {
      await expect(grant(s, actor, user, authority, "MANAGER")).rejects.toMatchObject(UNKNOWN);
    }
    const add = `select (app_public.authority_add(json_populate_record(null::app_public.authority_input, $1))).id`;
    const polygon = (place: Place, side: number) => ({
      type: "Polygon",
      coordinates: [[...square(place, side), place]],
    });
    await expect(s.value(manager, add, ['{"name": "Everything"}'])).rejects.toMatchObject({
      constraint: "authority_outside",
    });
    await expect(
      s.value(manager, add, [JSON.stringify({ name: "Too wide", area: polygon([-1, 0], 2) })]),
    ).rejects.toMatchObject({ constraint: "authority_outside" });
    const below = await s.value(manager, add, [
      JSON.stringify({ name: "A village", area: polygon(WEST, 0.1) }),
    ]);
    await grant(s, manager, manager, below, "APPROVER");
    await expect(
      s.as(
        manager,
      )`select app_public.authority_edit(${west}, json_populate_record(null::app_public.authority_edit, '{"name": "Ours"}'))`,
    ).rejects.toMatchObject(UNKNOWN);
  });
});

test("a publication waits for an end of mutual aid that is being written, and finds it", async () => {
  const pool = database().ownerPool;
  const [first, second] = [await pool.connect(), await pool.connect()];
  try {
    await first.query("begin");
    const s = new Scene(first);
    const { west, east } = await twoAuthorities(s);
    const approver = await s.member("APPROVER", west);
    await s.as(owner)`insert into app_public.mutual_aids (authority_id, to_authority_id, ends_at)
      values (${east}, ${west}, now() + interval '1 hour')`;
    await first.query("commit and chain");
    await s.as(owner)`update app_public.mutual_aids set ended_at = now()`;
    await second.query("begin");
    const refused = new Scene(second).alert(approver, square(EAST)).catch((error) => error);
    await until(() => waitsForLock(pool, second));
    await first.query("commit");
    expect(await refused).toMatchObject(OUTSIDE);
  } finally {
    first.release(true);
    second.release(true);
  }
});

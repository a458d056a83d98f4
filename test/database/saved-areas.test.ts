/** @database server */
import { describe, expect } from "@jest/globals";
import { wkt } from "../helpers/wkt.ts";
import {
  type Actor,
  anonymous,
  DENIED,
  owner,
  type Row,
  refusal,
  type Scene,
  stage,
} from "./scene.ts";

const { test } = stage();

const SQUARE = wkt("0 0, 1 0, 1 1, 0 1, 0 0");
const polygon = (ring = SQUARE) => ({ type: "Polygon", coordinates: [ring] });

const NEW =
  "select id, name, version, user_id, st_astext(area) as area from app_public.new_saved_area(json_populate_record(null::app_public.saved_area_input, $1))";
const EDIT =
  "select name, version, user_id, st_astext(area) as area from app_public.saved_area_edit($1, json_populate_record(null::app_public.saved_area_edit, $2))";

async function save(s: Scene, actor: Actor, name: string, area: object = polygon()): Promise<Row> {
  return (await s.as(actor, NEW, [JSON.stringify({ name, area })]))[0] as Row;
}
const edit = async (s: Scene, actor: Actor, id: number, changes: object): Promise<Row> =>
  (await s.as(actor, EDIT, [id, JSON.stringify(changes)]))[0] as Row;

describe("a saved area", () => {
  test("has a name, an exact area, an author and a version", async (s) => {
    const admin = await s.user(true);
    expect(await save(s, admin, "  Po delta ")).toEqual({
      id: expect.any(Number),
      name: "Po delta",
      version: 1,
      user_id: admin.id,
      area: "MULTIPOLYGON(((0 0,1 0,1 1,0 1,0 0)))",
    });
  });

  test("is read as exact GeoJSON", async (s) => {
    const admin = await s.user(true);
    const ring = SQUARE.map(([x, y]): (typeof SQUARE)[number] => [x / 7 + 0.123456789, y]);
    const { id } = await save(s, admin, "Exact", polygon(ring));
    const json = await s.value(admin)`select app_public.saved_areas_area_geo_json(a)
      from app_public.saved_areas a where id = ${id}`;
    expect(json.type).toBe("MultiPolygon");
    for (const [at, [x, y]] of json.coordinates[0][0].entries()) {
      expect(x).toBeCloseTo(ring[at]?.[0] as number, 9);
      expect(y).toBe(ring[at]?.[1]);
    }
  });

  test("keeps holes and pieces, and is cut at the 180th meridian", async (s) => {
    const admin = await s.user(true);
    const hole = SQUARE.map(([x, y]) => [(x as number) / 2 + 0.25, (y as number) / 2 + 0.25]);
    const far = SQUARE.map(([x, y]) => [(x as number) + 179.5, y]);
    const area = { type: "MultiPolygon", coordinates: [[SQUARE, hole], [far]] };
    const saved = await save(s, admin, "pieces", area);
    const sql =
      "select st_nrings(area) as rings, st_numgeometries(area) as pieces, st_xmax(area) as east from app_public.saved_areas where id = $1";
    expect(await s.as(owner, sql, [saved.id])).toEqual([{ rings: 4, pieces: 3, east: 180 }]);
  });

  test("is refused by the same rules as an alert's area", async (s) => {
    const admin = await s.user(true);
    const bow = wkt("0 0, 1 1, 1 0, 0 1, 0 0");
    const faults: [string, object | null][] = [
      ["not a valid area: Self-intersection", polygon(bow)],
      ["off the globe", polygon(SQUARE.map(([x, y]) => [x as number, (y as number) + 90]))],
      ["not a Polygon or a MultiPolygon", { type: "Point", coordinates: [0, 0] }],
      ["not a Polygon or a MultiPolygon", null],
      ["is empty", { type: "MultiPolygon", coordinates: [] }],
    ];
    for (const [message, area] of faults) {
      await expect(save(s, admin, "wrong", area as object)).rejects.toThrow(message);
    }
    await expect(save(s, admin, " ")).rejects.toMatchObject({ constraint: "saved_areas_name" });
    await expect(save(s, admin, "x".repeat(201))).rejects.toMatchObject({
      constraint: "saved_areas_name",
    });
    await save(s, admin, "x".repeat(200));
  });

  test("is checked and cut when an administrator writes the table", async (s) => {
    const admin = await s.user(true);
    const insert = (ring: string) =>
      s.as(admin)`insert into app_public.saved_areas (name, area, user_id)
        values ('By hand', st_multi(st_geomfromtext(${`POLYGON((${ring}))`}, 4326)), ${admin.id})
        returning id, st_numgeometries(area) as pieces`;
    await expect(insert("0 0,1 1,1 0,0 1,0 0")).rejects.toMatchObject(refusal("LA400"));
    await expect(insert("0 89,1 89,1 91,0 91,0 89")).rejects.toMatchObject(refusal("LA400"));
    const [saved] = await insert("179 0,181 0,181 1,179 1,179 0");
    expect(saved).toMatchObject({ pieces: 2 });
    await expect(
      s.as(admin)`update app_public.saved_areas
        set area = st_multi(st_makeenvelope(0, 0, 0, 1, 4326)), version = 1 where id = ${saved?.id}`,
    ).rejects.toMatchObject(refusal("LA400"));
  });

  test("has a unique name, ignoring case", async (s) => {
    const admin = await s.user(true);
    // The à is the same in all of these, because its case depends on the database's locale.
    await save(s, admin, "Città");
    const other = await save(s, admin, "Other");
    const taken = { constraint: "saved_areas_name_key" };
    await expect(save(s, admin, "CITTà ")).rejects.toMatchObject(taken);
    const rename = { name: "città", expected_version: 1 };
    await expect(edit(s, admin, other.id, rename)).rejects.toMatchObject(taken);
  });

  test("can be changed only with its current version", async (s) => {
    const [a, b] = [await s.user(true), await s.user(true)];
    const { id } = await save(s, a, "First");
    const { id: other } = await save(s, a, "Other");
    await s.as(owner)`update app_public.saved_areas
      set created_at = now() - interval '1 day', updated_at = now() - interval '1 day'`;
    const moved = polygon(SQUARE.map(([x, y]) => [(x as number) + 1, y as number]));
    expect(await edit(s, b, id, { name: " Second ", expected_version: 1 })).toEqual({
      name: "Second",
      version: 2,
      user_id: b.id,
      area: "MULTIPOLYGON(((0 0,1 0,1 1,0 1,0 0)))",
    });
    await expect(edit(s, a, id, { area: moved, expected_version: 1 })).rejects.toMatchObject(
      refusal("LA409"),
    );
    await expect(edit(s, a, id, { area: moved })).rejects.toMatchObject(refusal("LA409"));
    expect(await edit(s, a, id, { area: moved, expected_version: 2 })).toMatchObject({
      name: "Second",
      version: 3,
      area: "MULTIPOLYGON(((1 0,2 0,2 1,1 1,1 0)))",
    });
    await expect(edit(s, a, other + 1, { name: "x", expected_version: 1 })).rejects.toMatchObject(
      refusal("LA404"),
    );
    const rows = await s.as(owner)`select name, (now() - updated_at)::text as age
      from app_public.saved_areas order by id`;
    expect(rows).toEqual([
      { name: "Second", age: "00:00:00" },
      { name: "Other", age: "1 day" },
    ]);
  });

  test("can be removed, and its name is free again", async (s) => {
    const admin = await s.user(true);
    const { id } = await save(s, admin, "Gone");
    await save(s, admin, "Other");
    const remove = () => s.as(admin)`select id from app_public.saved_area_remove(${id})`;
    expect(await remove()).toEqual([{ id }]);
    await expect(remove()).rejects.toMatchObject(refusal("LA404"));
    const names = await s.as(admin)`select name from app_public.saved_areas`;
    expect(names).toEqual([{ name: "Other" }]);
    await save(s, admin, "Gone");
  });

  test("cannot be read or changed by users, nor changed by training users", async (s) => {
    const [admin, trainee, user] = [await s.user(true), await s.user(true), await s.user()];
    await s.as(admin)`select app_public.user_training(${trainee.id}, true)`;
    const { id } = await save(s, admin, "Real");
    for (const actor of [user, anonymous]) {
      await expect(save(s, actor, "Mine")).rejects.toMatchObject(DENIED);
      await expect(edit(s, actor, id, { expected_version: 1 })).rejects.toMatchObject(DENIED);
      await expect(s.as(actor)`select from app_public.saved_areas`).rejects.toMatchObject(DENIED);
    }
    expect(await s.as(trainee)`select name from app_public.saved_areas`).toEqual([
      { name: "Real" },
    ]);
    await expect(save(s, trainee, "Mine")).rejects.toMatchObject(refusal("LA403"));
    await expect(edit(s, trainee, id, { name: "x", expected_version: 1 })).rejects.toMatchObject(
      refusal("LA403"),
    );
    const remove = s.as(trainee)`select app_public.saved_area_remove(${id})`;
    await expect(remove).rejects.toMatchObject(refusal("LA403"));
  });
});

describe("a plain statement of an administrator", () => {
  const INSERT =
    "insert into app_public.saved_areas (name, area) values ($1, 'SRID=4326;MULTIPOLYGON(((0 0,1 0,1 1,0 0)))') returning id, user_id, version";
  const INSERT_FOR =
    "insert into app_public.saved_areas (name, area, user_id) select 'For', area, $1 from app_public.saved_areas limit 1";

  test("saves, changes and removes areas under the administrator's own name only, and is audited", async (s) => {
    const [a, b] = [await s.user(true), await s.user(true)];
    const [saved] = await s.as(a, INSERT, ["Plain"]);
    expect(saved).toEqual({ id: expect.any(Number), user_id: a.id, version: 1 });
    await s.as(a, INSERT_FOR, [a.id]);
    await expect(s.as(b, INSERT_FOR, [a.id])).rejects.toMatchObject(DENIED);
    await expect(s.as({ role: "app_admin" }, INSERT, ["Nobody's"])).rejects.toMatchObject(DENIED);
    const update = (to: string) =>
      s.as(b, `update app_public.saved_areas set ${to} where id = $1 returning user_id, version`, [
        saved?.id,
      ]);
    expect(await update("name = 'Second'")).toEqual([{ user_id: b.id, version: 2 }]);
    expect(await update("version = 2")).toEqual([{ user_id: b.id, version: 3 }]);
    await expect(update("version = 9")).rejects.toMatchObject(refusal("LA409"));
    for (const column of ["user_id", "created_at", "updated_at", "id"]) {
      await expect(update(`${column} = default`)).rejects.toMatchObject(DENIED);
    }
    await s.as(a)`delete from app_public.saved_areas where id = ${saved?.id}`;
    const entries = await s.as(owner)`select actor_id, action, facts
      from app_public.audit_entries where object_type = 'AREA' and object_id = ${saved?.id} order by id`;
    expect(entries).toEqual([
      { actor_id: a.id, action: "AREA_CREATED", facts: {} },
      { actor_id: b.id, action: "AREA_EDITED", facts: { version: 2 } },
      { actor_id: b.id, action: "AREA_EDITED", facts: { version: 3 } },
      { actor_id: a.id, action: "AREA_REMOVED", facts: {} },
    ]);
  });

  test("is refused in training, as the functions are", async (s) => {
    const [admin, trainee] = [await s.user(true), await s.user(true)];
    await s.as(admin, INSERT, ["Real"]);
    await s.as(admin)`select app_public.user_training(${trainee.id}, true)`;
    for (const change of [
      () => s.as(trainee, INSERT, ["Mine"]),
      () => s.as(trainee)`update app_public.saved_areas set name = 'x'`,
      () => s.as(trainee)`delete from app_public.saved_areas`,
    ]) {
      await expect(change()).rejects.toMatchObject(refusal("LA403"));
    }
  });

  test("of the owner is no act of an administrator: it keeps version and author, and is not audited", async (s) => {
    const admin = await s.user(true);
    await s.as(admin, INSERT, ["Kept"]);
    const rename = "update app_public.saved_areas set name = 'Kept too' returning user_id, version";
    expect(await s.as(owner, rename)).toEqual([{ user_id: admin.id, version: 1 }]);
    await s.as(owner)`delete from app_public.saved_areas`;
    const actions =
      "select array_agg(action::text) from app_public.audit_entries where object_type = 'AREA'";
    expect(await s.value(owner, actions)).toEqual(["AREA_CREATED"]);
  });
});

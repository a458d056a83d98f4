/** @database server */
import { describe, expect } from "@jest/globals";
import { wkt } from "../helpers/wkt.ts";
import { type Actor, owner, type Row, refusal, type Scene, stage } from "./scene.ts";

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

  test("keeps its area if only its name is changed, and gets a new one", async (s) => {
    const admin = await s.user(true);
    const { id } = await save(s, admin, "First");
    const moved = polygon(SQUARE.map(([x, y]) => [(x as number) + 1, y as number]));
    expect(await edit(s, admin, id, { name: "Second", expected_version: 1 })).toMatchObject({
      area: "MULTIPOLYGON(((0 0,1 0,1 1,0 1,0 0)))",
    });
    expect(await edit(s, admin, id, { area: moved, expected_version: 2 })).toMatchObject({
      name: "Second",
      area: "MULTIPOLYGON(((1 0,2 0,2 1,1 1,1 0)))",
    });
  });
});

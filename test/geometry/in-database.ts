import type { Database } from "../../src/database/open.ts";
import type { Level, Place } from "./oracle.ts";

/** The database's result for an area: the level of each place and its distance from the area, or the error. */
export type Verdict = { levels: Level[]; metres: number[] } | { code: string; message: string };

/** An area as a client sends it: by its corners, or as GeoJSON. */
export type Drawing = Place[] | object;

/** Computes levels with the functions that publication and late entries use. Returns a refusal as a value. */
export const VERDICT = `create function public.verdict(drawing json, places json) returns json language plpgsql as $$
declare
  area public.geometry;
  zone2 public.geometry;
  zone3 public.geometry;
begin
  area := case when json_typeof(drawing) = 'object' then app_private.area_of_geojson(drawing)
    else app_private.area_of_points(
      (select i.points from json_populate_record(null::app_public.alert_input, json_build_object('points', drawing)) i))
  end;
  zone2 := app_private.zone_around(area, 1000);
  zone3 := app_private.zone_around(area, 2000);
  return (
    select json_build_object('levels', coalesce(json_agg(app_private.level_at(area, zone2, zone3,
        public.st_setsrid(public.st_makepoint((p.place->>'longitude')::float8, (p.place->>'latitude')::float8), 4326))
        order by p.index), '[]'),
      'metres', coalesce(json_agg(app_private.metres_from(area,
        public.st_setsrid(public.st_makepoint((p.place->>'longitude')::float8, (p.place->>'latitude')::float8), 4326))
        order by p.index), '[]'))
      from json_array_elements(places) with ordinality p (place, index));
exception when others then
  return json_build_object('code', sqlstate, 'message', sqlerrm);
end
$$`;

/** Computes the levels of many places around an area in one statement. */
export async function verdictOn(
  database: Database,
  drawing: Drawing,
  places: Place[],
): Promise<Verdict> {
  const { rows } = await database.ownerPool.query<{ verdict: Verdict }>(
    "select public.verdict($1, $2) as verdict",
    [JSON.stringify(drawing), JSON.stringify(places)],
  );
  return (rows[0] as { verdict: Verdict }).verdict;
}

/** Returns places on the edge of a polygon's zone: its corners and the middles between them, without the cut at 180. */
export async function edgesOfZones(
  database: Database,
  polygons: Place[][],
  metres: number,
): Promise<Place[][]> {
  const { rows } = await database.ownerPool.query<{ places: [number, number][] }>(
    `select (
        select json_agg(json_build_array(st_x(spot), st_y(spot)))
          from st_dumpsegments(app_private.zone_around(app_private.area_of_points(i.points), $2)) segment,
            lateral (values (st_startpoint(segment.geom)), (st_lineinterpolatepoint(segment.geom, 0.5))) spots (spot)
          where not (abs(st_xmin(segment.geom)) = 180 and abs(st_xmax(segment.geom)) = 180)
      ) as places
      from json_array_elements($1) with ordinality c (value, index),
        json_populate_record(null::app_public.alert_input, json_build_object('points', c.value)) i
      order by c.index`,
    [JSON.stringify(polygons), metres],
  );
  return rows.map(({ places }) => places.map(([longitude, latitude]) => ({ latitude, longitude })));
}

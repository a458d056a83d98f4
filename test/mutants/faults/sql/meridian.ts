import { inFunction } from "../../fault.ts";

const ZONES = "test/database/zones.test.ts";
const CHECKED = "test/database/checked-area.test.ts";

/** Faults in areas at the 180th meridian and near the poles, and in which areas are refused. */
export const faults = [
  ...inFunction(
    "app_private.checked_area",
    [CHECKED],
    [
      [
        "an edge of almost half the globe is ambiguous",
        "< 1e-9) as is_ambiguous",
        "< 1) as is_ambiguous",
      ],
      ["an area may hold a pole", "if turns.hold_a_pole then", "if false then"],
      ["an edge the long way round is not turned", "turns.are_turned or st_xmin", "st_xmin"],
      [
        "longitudes that run on past 180 stay",
        "turns.are_turned or st_xmin(area) < -180 or st_xmax(area) > 180",
        "turns.are_turned or st_xmin(area) < -180",
      ],
      ["longitudes that run on past -180 stay", "or st_xmin(area) < -180 ", ""],
      ["an invalid area is cut", "if st_isvalid(checked) then", "if true then"],
      [
        "an area of the whole globe is only invalid",
        "if turns.span_the_globe then",
        "if false then",
      ],
      ["more than half the globe is an area", ">= half_the_globe", ">= half_the_globe * 1.5"],
      ["less than half the globe is too much", ">= half_the_globe", ">= half_the_globe * 0.8"],
      ["wide areas are measured nowhere", "st_area(checked) > 20000", "st_area(checked) > 40000"],
      [
        "an area is measured in degrees",
        "st_area(st_transform(st_segmentize(checked, 1), '+proj=cea +datum=WGS84')) >= half_the_globe",
        "st_area(checked) >= 32400",
      ],
      [
        "edges count over rings",
        "over (partition by d.path[1:cardinality(d.path) - 1] order by d.path)",
        "over (order by d.path)",
      ],
    ],
  ),
  ...inFunction(
    "app_private.unwrap_longitudes",
    [CHECKED],
    [
      ["a hole stays in another turn", "360 * round((o.middle - h.middle) / 360)", "0"],
      ["holes are lost", "where h.polygon = o.polygon and h.ring > 1", "where false"],
      ["holes go into each polygon", "h.polygon = o.polygon and h.ring > 1", "h.ring > 1"],
      [
        "corners turn one by one",
        "c.x - 360 * sum(c.turn) over (partition by c.polygon, c.ring order by c.index)",
        "c.x - 360 * c.turn",
      ],
    ],
  ),
  ...inFunction(
    "app_private.cut_at_180",
    [CHECKED, ZONES],
    [
      ["what runs past 180 is cut off", "array[0, -360, 360]", "array[0, 360]"],
      ["what runs past -180 is cut off", "array[0, -360, 360]", "array[0, -360]"],
      [
        "a zone that runs past 180 is not cut",
        "st_xmin(zone) >= -180 and st_xmax(zone) <= 180",
        "st_xmin(zone) >= -180",
      ],
      ["a zone that runs past -180 is not cut", "st_xmin(zone) >= -180 and ", ""],
      ["lines at the cut are pieces", "where st_dimension(piece.geom) = 2", "where true"],
    ],
  ),
  ...inFunction(
    "app_private.covers_from_other_side",
    [ZONES],
    [
      [
        "the other side of the meridian is the other hemisphere",
        "st_scale(place, -1, 1)",
        "st_scale(place, -1, -1)",
      ],
      ["the other side of the meridian is this one", "st_scale(place, -1, 1)", "place"],
    ],
  ),
  ...inFunction(
    "app_private.level_at",
    [ZONES, "test/database/alert-life.test.ts"],
    [
      [
        "a place at -180 is not in an area at 180",
        "when pg_catalog.abs(public.st_x(location)) = 180",
        "when false",
      ],
      ["THREE counts as TWO", "then 'THREE'", "then 'TWO'"],
      [
        "the edge of TWO lies outside it",
        "public.st_covers(zone2, location)",
        "public.st_containsproperly(zone2, location)",
      ],
      [
        "a coarse position inside has no level",
        "when public.st_covers(zone1, location) then",
        "when public.st_covers(zone1, location) and not is_coarse then",
      ],
    ],
  ),
  ...inFunction(
    "app_private.zone_around",
    [CHECKED, ZONES],
    [
      ["a zone reaches a pole", "> 89 then", "> 90 then"],
      [
        "only the north has a pole",
        "greatest(abs(st_ymin(area)), abs(st_ymax(area)))",
        "st_ymax(area)",
      ],
      ["the zone may reach a pole if the area does not", " + distance / 110500 > 89", " > 89"],
      [
        "a zone past 180 is not cut",
        "st_xmin(zone) < -180 or st_xmax(zone) > 180",
        "st_xmin(zone) < -180",
      ],
      ["a zone past -180 is not cut", "st_xmin(zone) < -180 or ", ""],
      [
        "long edges of a zone are bent",
        "st_segmentize(st_translate(piece.geom, -6 * cell.i, 0), 0.05)",
        "st_translate(piece.geom, -6 * cell.i, 0)",
      ],
      [
        "a zone is buffered in a wider strip",
        "st_squaregrid(6, part.geom)",
        "st_squaregrid(60, part.geom)",
      ],
    ],
  ),
  ...inFunction(
    "app_private.enclosing_ring",
    ["test/database/enclosing-ring.test.ts"],
    [
      [
        "pieces east of Greenwich move too",
        "case when public.st_xmax(p.geom) <= 0 then",
        "case when true then",
      ],
      [
        "pieces move although they lie closer so",
        "if public.st_xmax(joined) - public.st_xmin(joined) >= public.st_xmax(zone) - public.st_xmin(zone) then",
        "if false then",
      ],
      ["the cut stays in the ring", "public.st_unaryunion(joined, 1e-10)", "joined"],
      [
        "pieces that do not meet become the first",
        "if public.st_numgeometries(joined) > 1 then",
        "if false then",
      ],
      [
        "the corners of the cut stay",
        "return public.st_simplify(public.st_normalize(\n    public.st_makepolygon(public.st_exteriorring(public.st_geometryn(joined, 1)))), 0);",
        "return public.st_makepolygon(public.st_exteriorring(public.st_geometryn(joined, 1)));",
      ],
    ],
  ),
  ...inFunction(
    "app_private.area_of_geojson",
    [CHECKED, "test/database/alert-life.test.ts", "test/database/alert-updates.test.ts"],
    [
      [
        "a line is a polygon",
        "in ('Polygon', 'MultiPolygon') is not true",
        "in ('Polygon', 'MultiPolygon', 'LineString') is not true",
      ],
      [
        "no type is a polygon",
        "in ('Polygon', 'MultiPolygon') is not true",
        "not in ('Polygon', 'MultiPolygon')",
      ],
      ["an area may run past 360", "st_xmax(drawn) <= 360", "st_xmax(drawn) <= 720"],
      ["an area may run past 90 degrees south", "st_ymin(drawn) >= -90 and ", ""],
      ["an area of 360 degrees is off the globe", "st_xmax(drawn) <= 360", "st_xmax(drawn) < 360"],
      [
        "an empty area is an area",
        "st_ymax(drawn) <= 90) is not true",
        "st_ymax(drawn) <= 90) is false",
      ],
      ["an area past 180 is off the globe", "st_xmax(drawn) <= 360", "st_xmax(drawn) <= 180"],
      [
        "what is no GeoJSON breaks",
        "exception when others then\n    raise exception using errcode = 'LA400', message = 'area is not valid",
        "exception when others then\n    raise exception using errcode = 'XX000', message = 'area is not valid",
      ],
    ],
  ),
  ...inFunction(
    "app_private.area_of_points",
    ["test/database/new-alert.test.ts", "test/database/alert-updates.test.ts"],
    [
      ["points beyond a pole", "p.latitude between -90 and 90", "p.latitude between -90 and 91"],
      [
        "points without a longitude",
        "p.longitude between -180 and 180) is not true",
        "p.longitude between -180 and 180) is false",
      ],
      [
        "points come in any order",
        "st_makepoint(p.longitude, p.latitude) order by p.index)",
        "st_makepoint(p.longitude, p.latitude) order by p.longitude)",
      ],
      ["a closed ring is closed again", "if not st_isclosed(ring) then", "if true then"],
      ["an open ring is no ring", "if not st_isclosed(ring) then", "if false then"],
    ],
  ),
];

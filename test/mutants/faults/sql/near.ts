import { inFunction } from "../../fault.ts";

const NEAR = "test/database/near.test.ts";
const CIRCLES = "test/geometry/near.test.ts";

/** Faults in what a phone keeps of the alerts around it. */
export const faults = [
  ...inFunction(
    "app_public.active_alerts_near",
    [NEAR],
    [
      [
        "near the pole is off the globe",
        "latitude between -90 and 90",
        "latitude between -89 and 89",
      ],
      [
        "near at 180 is off the globe",
        "longitude between -180 and 180",
        "longitude > -180 and longitude < 180",
      ],
      ["a radius of 100 m is too small", "radius between 100 and", "radius between 101 and"],
      ["a radius of 100 km is too large", "and 100000) is not true", "and 99999) is not true"],
      ["what has changed near is unchanged", "app_private.alerts_since(since) = '{}'", "true"],
      [
        "what is unchanged near is sent again",
        "since is not null and app_private.alerts_since(since) = '{}'",
        "false",
      ],
      [
        "a place near has no cursor",
        "answer.cursor := app_public.newest_alert_cursor();",
        "answer.cursor := '';",
      ],
      ["TWO near has the text of THREE", "('TWO', a.text2, a.zone2)", "('TWO', a.text3, a.zone2)"],
      [
        "THREE near has the zone of TWO",
        "('THREE', a.text3, a.zone3)",
        "('THREE', a.text3, a.zone2)",
      ],
      [
        "a place at -180 is not held",
        " or abs(longitude) = 180 and app_private.covers_from_other_side(z.zone, here)",
        "",
      ],
      [
        "the edge near does not hold",
        "st_covers(z.zone, here)",
        "st_containsproperly(z.zone, here)",
      ],
      [
        "what has ended is near",
        "app_private.is_active(a.active, a.expires_at) and a.zone3",
        "a.zone3",
      ],
      [
        "exercises are near everyone",
        "\n        and app_private.applies_to(a.status, caller.is_tester)",
        "",
      ],
      ["zones in the corners of the box are near", "m.holds_you or m.distance <= radius", "true"],
      [
        "a zone that holds you but ends far off is left out",
        "m.holds_you or m.distance <= radius",
        "m.distance <= radius",
      ],
      [
        "a border beyond the radius has a distance",
        "case when m.distance <= radius then m.distance end",
        "m.distance",
      ],
      ["zones that hold you come last", "m.holds_you desc, m.level", "m.holds_you, m.level"],
      [
        "the farthest zone comes first",
        "m.level, m.distance, m.id desc",
        "m.level, m.distance desc, m.id desc",
      ],
      ["THREE comes before ONE", "m.holds_you desc, m.level, ", "m.holds_you desc, m.level desc, "],
      ["the oldest of equal zones comes first", "m.distance, m.id desc", "m.distance, m.id"],
      ["omitted zones are not counted", "greatest(count(*) - 300, 0)", "0"],
      ["the answer is never smaller", "array[radius, radius * 0.7, radius * 0.5]", "array[radius]"],
      [
        "the answer is always small",
        "exit when not exists (select from unnest(answer.circles) c where (c).holds_you and (c).distance > 100);",
        "",
      ],
    ],
  ),
  ...inFunction(
    "app_private.box_around",
    [NEAR],
    [
      ["a box is too narrow in the north", "cosd(farthest)", "1"],
      ["a box counts latitudes as on average", "metres / 110500", "metres / 111900"],
      [
        "a box at the meridian is not cut",
        "return app_private.cut_at_180(st_makeenvelope(longitude - wide, latitude - high, longitude + wide, latitude + high, 4326));",
        "return st_makeenvelope(longitude - wide, latitude - high, longitude + wide, latitude + high, 4326);",
      ],
      ["a box at the pole is as wide as elsewhere", "when farthest < 89 then", "when true then"],
    ],
  ),
  ...inFunction(
    "app_private.border_near",
    [NEAR, CIRCLES],
    [
      ["the cut is a border", "st_xmin(zone) = -180 and st_xmax(zone) = 180", "false"],
      [
        "a corner at the 180th meridian makes the question fail",
        "st_collectionextract(st_intersection(outline, meridian), 2),",
        "st_intersection(outline, meridian),",
      ],
      [
        "the western side of the cut is a border",
        "st_collectionextract(st_collect(seam, st_translate(seam, -360, 0)), 2)",
        "seam",
      ],
      [
        "a border is simplified a hundred times as coarsely",
        "tolerance / 111320",
        "tolerance / 1113.20",
      ],
      [
        "long edges follow the projection",
        "st_segmentize(st_simplify(border, tolerance / 111320, true), 0.05)",
        "st_simplify(border, tolerance / 111320, true)",
      ],
    ],
  ),
  ...inFunction(
    "app_private.cover_borders",
    [CIRCLES, NEAR],
    [
      ["there are more than 20 circles", "least(19, ", "least(25, "],
      [
        "a circle ends at its farthest corner",
        "(b.circle).radius * 1.001 + tolerance + 5",
        "(b.circle).radius * 0.9",
      ],
      ["a circle is smaller than 100 m", "greatest(100, (b.circle)", "greatest(1, (b.circle)"],
      [
        "latitude and longitude of a circle are swapped",
        "row(st_y(l.centre), st_x(l.centre)",
        "row(st_x(l.centre), st_y(l.centre)",
      ],
      ["each circle holds you", "st_distance(n.centre, st_makepoint(0, 0)) < n.radius", "true"],
      ["no circle holds you", "st_distance(n.centre, st_makepoint(0, 0)) < n.radius", "false"],
      [
        "a circle is as far as its farthest cell",
        "min(c.distance) as distance",
        "max(c.distance) as distance",
      ],
      [
        "the farthest circle comes first",
        "over (order by b.distance)",
        "over (order by b.distance desc)",
      ],
    ],
  ),
  ...inFunction(
    "app_public.active_alerts_near",
    ["test/database/near.test.ts"],
    [
      [
        "a smaller answer has as many circles",
        "(c).distance <= answer.refresh_radius",
        "(c).distance <= radius",
      ],
    ],
  ),
];

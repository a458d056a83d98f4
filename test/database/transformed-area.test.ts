/** @database both */
import { describe, expect } from "@jest/globals";
import { DENIED, refusal, stage } from "./scene.ts";

const { test } = stage();

const wkt = (datum: string, spheroid: string, meridian: string, unit: string) =>
  `GEOGCS["x",DATUM["${datum}",SPHEROID["${datum}",${spheroid}]],PRIMEM[${meridian}],UNIT[${unit}]]`;
const DEGREE = '"Degree",0.0174532925199433';
const ROME = wkt("D_Monte_Mario", "6378388.0,297.0", '"Rome",12.45233333333333', DEGREE);
const IN_GRADS = ROME.replace(DEGREE, '"Grad",0.01570796326794897');
const ETRS89 =
  'GEOGCS["GCS_ETRS_1989",DATUM["D_ETRS_1989",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const UNKNOWN = wkt("D_Nowhere", "6377397.155,299.1528128", '"Greenwich",0.0', DEGREE);
const point = (...coordinates: number[]) => JSON.stringify({ type: "Point", coordinates });
const TRANSFORM = "select app_public.transformed_area($1, $2) ->> 'coordinates' as at";

test.each<[string, number[], string, number[]]>([
  ["from a meridian through Rome", [-1, 44], ROME, [11.45209014, 44.00066319]],
  ["in grads", [-1 / 0.9, 44 / 0.9], IN_GRADS, [11.45209014, 44.00066319]],
  ["with heights", [11, 44, 500], "EPSG:4265", [10.9997394, 44.00066097]],
  ["of a datum that is WGS 84, but for metres", [11, 44], ETRS89, [11, 44]],
])("degrees %s become degrees of WGS 84", async (s, _what, given, crs, expected) => {
  const [row] = await s.as(await s.user(true), TRANSFORM, [point(...given), crs]);
  const at = JSON.parse(row?.at);
  expect(at).toHaveLength(2);
  // A ten-millionth of a degree is a centimetre. Versions of PROJ differ by less.
  for (const axis of [0, 1]) expect(at[axis]).toBeCloseTo(expected[axis] as number, 6);
});

describe("a transformation is refused if the coordinate system", () => {
  test.each<[string, string, RegExp]>([
    ["is a text of PROJ's own", "+proj=longlat +datum=WGS84", /^crs is no coordinate system/],
    ["holds one", ROME.replace("]]", ',EXTENSION["PROJ4","+proj=longlat"]]]'), /^crs is no/],
    ["names a file", `${ROME},PARAMETERFILE["x","y.gsb"]`, /^crs is no/],
    ["is too long", ROME.padEnd(10_001), /^crs is no/],
    ["is a name", "Monte Mario", /^crs is no/],
    ["has no such code", "EPSG:999999", /^crs cannot be transformed/],
    ["is damaged", 'PROJCS["x"]', /^crs cannot be transformed/],
    ["has a datum that nobody knows", UNKNOWN, /^crs has a datum that is not known/],
  ])("%s", async (s, _what, crs, message) => {
    const admin = await s.user(true);
    await expect(s.as(admin, TRANSFORM, [point(11, 44), crs])).rejects.toMatchObject(
      refusal("LA400", { message }),
    );
  });
});

test("a transformation is refused if the area is none, and to users who are no administrators", async (s) => {
  await expect(s.as(await s.user(true), TRANSFORM, [point(11), ROME])).rejects.toMatchObject(
    refusal("LA400", { message: /^area is not valid GeoJSON/ }),
  );
  await expect(s.as(await s.user(), TRANSFORM, [point(11, 44), ROME])).rejects.toMatchObject(
    DENIED,
  );
});

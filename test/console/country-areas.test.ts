import { expect, test } from "@jest/globals";
import { countryAreas, countryFiles } from "../../src/commands/build-console/country-areas.ts";
import { owner, stage } from "../database/scene.ts";

const { play } = stage();

test(
  "each country can be the area of an alert",
  play(async (s) => {
    const areas = [...countryAreas()];
    expect(areas.length).toBeGreaterThan(230);
    const refused: string[] = [];
    for (const [name, area] of areas) {
      const sql = "select app_private.area_of_geojson($1)";
      await s.as(owner, sql, [JSON.stringify(area)]).catch(({ message }) => {
        refused.push(`${name}: ${message}`);
      });
    }
    expect(refused).toEqual([]);
  }),
);

test("the file of a country has the number of its name", () => {
  const files = countryFiles();
  const names = files.get("country-names") as string[];
  expect(files.size).toBe(names.length + 1);
  expect(names).toEqual(names.toSorted());
  expect(names).not.toContain("Antarctica");
  expect(files.get(`country-${names.indexOf("Italy")}`)).toEqual(countryAreas().get("Italy"));
});

test("a country is as exact as its size allows", () => {
  const areas = countryAreas();
  const corners = (name: string) => areas.get(name)?.coordinates.flat().flat().length;
  expect(corners("Italy")).toBeGreaterThan(500);
  expect(corners("Canada")).toBeLessThan(4000);
});

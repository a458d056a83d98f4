import { expect } from "@jest/globals";
import { owner, stage } from "../../test/database/scene.ts";
import { countryAreas, countryFiles } from "../plugins/country-areas.ts";

const { test } = stage();
const areas = countryAreas();

test("each country can be the area of an alert", async (s) => {
  expect(areas.size).toBeGreaterThan(230);
  const refused: string[] = [];
  for (const [name, area] of areas) {
    const sql = "select app_private.area_of_geojson($1)";
    await s.as(owner, sql, [JSON.stringify(area)]).catch(({ message }) => {
      refused.push(`${name}: ${message}`);
    });
  }
  expect(refused).toEqual([]);
});

test("a country's file is numbered by the place of its name in the list of names", () => {
  const files = countryFiles();
  const names = files.get("country-names") as string[];
  expect(files.size).toBe(names.length + 1);
  expect(names).toEqual(names.toSorted());
  expect(names).not.toContain("Antarctica");
  expect(files.get(`country-${names.indexOf("Italy")}`)).toEqual(areas.get("Italy"));
});

test("Italy's outline has more than 500 corners, and Canada's fewer than 4,000", () => {
  const corners = (name: string) => areas.get(name)?.coordinates.flat().flat().length;
  expect(corners("Italy")).toBeGreaterThan(500);
  expect(corners("Canada")).toBeLessThan(4000);
});

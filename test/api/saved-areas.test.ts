/** @database server */
import { expect, test } from "@jest/globals";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";
import { wkt } from "../helpers/wkt.ts";

const service = runTestService();
const AREA = {
  type: "Polygon",
  coordinates: [wkt("11.3 44.4, 11.4 44.4, 11.4 44.5, 11.3 44.4")],
};

const save = (name: string, as: TestUser = service.admin) =>
  service.graphql(
    "mutation ($input: SavedAreaInput!) { newSavedArea(input: $input) { id name version areaGeoJson user { id } } }",
    { input: { name, area: AREA } },
    as,
  );
const edit = (id: number, input: object) =>
  service.graphql(
    "mutation ($id: Int!, $input: SavedAreaEdit!) { savedAreaEdit(id: $id, input: $input) { name version } }",
    { id, input },
    service.admin,
  );
const list = (args = "", as: TestUser | undefined = service.admin) =>
  service.graphql(`{ savedAreas${args} { id name } }`, {}, as);

test("administrators save, list, find, change and remove areas", async () => {
  const { newSavedArea: valley } = (await save("Valley")).data;
  const { newSavedArea: airport } = (await save("Airport")).data;
  expect(valley).toMatchObject({
    name: "Valley",
    version: 1,
    areaGeoJson: { type: "MultiPolygon", coordinates: [AREA.coordinates] },
    user: { id: service.admin.id },
  });
  expect((await list()).data.savedAreas).toEqual([
    { id: airport.id, name: "Airport" },
    { id: valley.id, name: "Valley" },
  ]);
  expect((await list("(limit: 1, offset: 1)")).data.savedAreas).toEqual([
    { id: valley.id, name: "Valley" },
  ]);
  expect((await list(`(id: ${valley.id})`)).data.savedAreas).toHaveLength(1);

  expect((await edit(valley.id, { name: "The valley", expectedVersion: 1 })).data).toEqual({
    savedAreaEdit: { name: "The valley", version: 2 },
  });
  const stale = await edit(valley.id, { name: "Mine", expectedVersion: 1 });
  expect(refusals(stale)).toEqual(["CONFLICT at savedAreaEdit"]);
  const again = await save("the VALLEY");
  expect(refusals(again)).toEqual(["CONFLICT at newSavedArea"]);
  // The message is the comment of a unique index.
  expect(again.errors?.[0]?.message).toMatch(/^Another saved area has this name/);

  const remove = () =>
    service.graphql(`mutation { savedAreaRemove(id: ${airport.id}) { id } }`, {}, service.admin);
  expect((await remove()).data.savedAreaRemove).toEqual({ id: airport.id });
  expect(refusals(await remove())).toEqual(["NOT_FOUND at savedAreaRemove"]);
});

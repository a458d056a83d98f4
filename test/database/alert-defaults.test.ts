/** @database server */
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { makeAlertDefaults } from "../../src/http/console.ts";
import { openClone } from "../helpers/database.ts";

let clock: jest.SpiedFunction<() => number>;
beforeEach(() => {
  clock = jest.spyOn(performance, "now").mockReturnValue(0);
});
afterEach(() => clock.mockRestore());

test("the defaults of a new alert are read from the database at most once in five seconds", async () => {
  const query = jest.fn(async () => ({ rows: [{ duration: 60 }] }));
  const read = makeAlertDefaults({ query } as never);
  expect(await Promise.all([read(), read()])).toEqual([{ duration: 60 }, { duration: 60 }]);
  clock.mockReturnValue(4_999);
  await read();
  expect(query).toHaveBeenCalledTimes(1);
  clock.mockReturnValue(5_000);
  await read();
  expect(query).toHaveBeenCalledTimes(2);
});

test("each default of a new alert comes from the settings", async () => {
  clock.mockRestore();
  const database = await openClone();
  try {
    await database.ownerPool.query(
      "update app_private.settings set level2_distance = 501, level3_distance = 2501, alert_duration = '2 hours', max_position_age = '3 hours', default_language = 'it'",
    );
    expect(await makeAlertDefaults(database.readinessPool)()).toEqual({
      level2Distance: 501,
      level3Distance: 2501,
      duration: 7_200,
      maxPositionAge: 10_800,
      voices: [],
      language: "it",
    });
  } finally {
    await database.close();
  }
});

/** @database server */
import { beforeAll, expect, test } from "@jest/globals";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";

const service = runTestService();
let rita: TestUser;
beforeAll(async () => {
  rita = await service.newUser();
});

const NEAR = `query ($radius: Float!, $since: String) {
  activeAlertsNear(latitude: 0.5, longitude: -0.005, radius: $radius, since: $since) {
    cursor refreshRadius omittedZones
    zones { alertId version level holdsYou distance expiresAt text geoJson }
    circles { latitude longitude radius holdsYou distance }
  }
}`;

test("activeAlertsNear returns zones and circles, and null for its cursor until an alert changes", async () => {
  const points = [
    [0, 0],
    [0, 1],
    [1, 1],
    [1, 0],
  ].map(([latitude, longitude]) => ({ latitude, longitude }));
  const { data } = await service.graphql(
    'mutation ($points: [PointInput!]!) { newAlert(input: { points: $points, text1: "1", text2: "2", text3: "3" }) { id } }',
    { points },
    service.admin,
  );
  const { data: first } = await service.graphql(NEAR, { radius: 1000 }, rita);
  const { zones, circles, cursor, ...others } = first.activeAlertsNear;
  expect(others).toEqual({ refreshRadius: 1000, omittedZones: 0 });
  expect(zones).toMatchObject(
    [
      { alertId: data.newAlert.id, version: 1, level: "TWO", holdsYou: true, text: "2" },
      { level: "THREE", holdsYou: true },
      { level: "ONE", holdsYou: false },
    ].slice(0, zones.length),
  );
  expect(zones[0].geoJson.type).toBe("Polygon");
  expect(circles.length).toBeGreaterThan(1);
  const again = await service.graphql(NEAR, { radius: 1000, since: cursor }, rita);
  expect([refusals(again), again.data]).toEqual([[], { activeAlertsNear: null }]);
  const bad = await service.graphql(NEAR, { radius: 1e9 }, rita);
  expect(refusals(bad)).toEqual(["BAD_USER_INPUT at activeAlertsNear"]);
  expect(refusals(await service.graphql(NEAR, { radius: 1000 }))).toEqual(["UNAUTHENTICATED"]);
});

/** @database server */
import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "@jest/globals";
import { runTestService, type TestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";

const key = generateKeyPairSync("ec", { namedCurve: "P-256" });
const west = runTestService({
  JOBS: "true",
  CAP_SENDER: "west@example.org",
  CAP_SIGNING_KEY: key.privateKey.export({ type: "pkcs8", format: "pem" }) as string,
});
const east = runTestService({ JOBS: "true", CAP_HOSTS: "localhost,127.0.0.1" });

async function run(service: TestService, query: string, variables: object = {}) {
  const { data, errors } = await service.graphql(query, variables, service.admin);
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}
const box = (left: number, right: number, bottom = 44, top = 45) => ({
  type: "Polygon",
  coordinates: [
    [
      [left, bottom],
      [right, bottom],
      [right, top],
      [left, top],
      [left, bottom],
    ],
  ],
});
const authorityOf = async (service: TestService, area: object) =>
  (
    await run(
      service,
      'mutation ($area: GeoJSON!) { authorityAdd(input: { name: "Side", area: $area }) { id } }',
      { area },
    )
  ).authorityAdd.id;

const RECEIVED = "received { msgType marks sender text changes }";
const drafts = async () =>
  (await run(east, `{ sharedDrafts { id alertId content ${RECEIVED} } }`)).sharedDrafts.map(
    ({ content, ...draft }: { content: string }) => ({ ...draft, ...JSON.parse(content) }),
  );
const WITHIN_MS = 60_000;
const soon = <T>(ask: () => Promise<T>, holds: (value: T) => boolean) =>
  until(ask, holds, WITHIN_MS);

test("what one service publishes at the border is the other's draft within a minute, and so are its update and its end", async () => {
  const [side, other] = await Promise.all([
    authorityOf(west, box(10, 11)),
    authorityOf(east, box(11, 12)),
  ]);
  await run(east, "mutation ($input: CapSourceInput!) { capSourceAdd(input: $input) { id } }", {
    input: {
      name: "West",
      url: `${west.url}/alerts.atom?zones=one`,
      intervalS: 10,
      authorityId: other,
      publicKey: key.publicKey.export({ type: "spki", format: "pem" }),
    },
  });
  // Zone ONE ends some 400 metres before the border, and zone TWO reaches over it.
  const area = box(10.9, 10.995, 44.4, 44.5);
  const texts = {
    text1: "Leave the west.",
    text2: "Stay out of the west.",
    text3: "Roads are closed.",
  };
  const { newAlert } = await run(
    west,
    "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
    {
      input: {
        area,
        ...texts,
        title: "Fire at the border",
        authorityId: side,
        event: "Fire",
        severity: "SEVERE",
      },
    },
  );
  const [draft] = await soon(drafts, (all) => all.length > 0);
  expect(draft).toMatchObject({
    title: "Fire at the border",
    event: "Fire",
    severity: "SEVERE",
    status: "ACTUAL",
    texts: [texts.text2, texts.text3, texts.text3],
    received: { msgType: "Alert", sender: "west@example.org", marks: ["OUTSIDE"] },
  });
  const corners: number[][] = draft.shapes.flatMap(
    ({ coordinates }: { coordinates: number[][][] }) => coordinates.flat(),
  );
  expect(Math.min(...corners.map(([x = 0]) => x))).toBe(11);
  expect(Math.max(...corners.map(([x = 0]) => x))).toBeLessThan(11.01);

  const input = {
    area: {
      type: "MultiPolygon",
      coordinates: draft.shapes.map(({ coordinates }: { coordinates: unknown }) => coordinates),
    },
    text1: draft.texts[0],
    text2: draft.texts[1],
    text3: draft.texts[2],
    authorityId: other,
    draftId: draft.id,
  };
  const { newAlert: own } = await run(
    east,
    "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
    { input },
  );
  await run(
    west,
    "mutation ($id: Int!, $input: AlertUpdateInput!) { alertUpdate(id: $id, input: $input) { id } }",
    {
      id: newAlert.id,
      input: { text2: "Go east.", expectedVersion: 1 },
    },
  );
  const [update] = await soon(drafts, (all) => all.length > 0);
  expect(update).toMatchObject({
    alertId: own.id,
    texts: ["Go east.", texts.text3, texts.text3],
    base: { version: 1 },
    received: { msgType: "Update", marks: ["OUTSIDE"] },
  });
  await run(west, 'mutation ($id: Int!) { alertCancel(id: $id, text: "It is out.") { id } }', {
    id: newAlert.id,
  });
  const ofOwn = async () =>
    (await run(east, `{ alerts(id: ${own.id}) { ${RECEIVED} } }`)).alerts[0].received;
  const end = await soon(ofOwn, ({ msgType }) => msgType === "Cancel");
  expect(end).toMatchObject({ text: "It is out.", marks: expect.arrayContaining(["CANCELLED"]) });
});

import type { TestService, TestUser } from "../helpers/service.ts";

const REPORT = "mutation ($input: PositionInput!) { newPosition(input: $input) { id } }";
const PUBLISH = "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }";

const AREA = [
  { latitude: 0, longitude: 0 },
  { latitude: 0, longitude: 0.01 },
  { latitude: 0.01, longitude: 0.01 },
  { latitude: 0.01, longitude: 0 },
];

/** Reports a user's position in the area, or `north` degrees north of its middle. Returns the position's id. */
export async function report(
  { graphql }: Pick<TestService, "graphql">,
  user: TestUser,
  { north = 0, ...fields }: { north?: number; takenAt?: number } = {},
): Promise<number> {
  const input = {
    latitude: 0.005 + north,
    longitude: 0.005,
    movingActivity: "WALKING",
    ...fields,
  };
  const { data, errors } = await graphql(REPORT, { input }, user);
  if (errors) throw new Error(JSON.stringify(errors));
  return data.newPosition.id;
}

/** Publishes an alert for the area. Returns its id. */
export async function publish({
  graphql,
  admin,
}: Pick<TestService, "graphql" | "admin">): Promise<number> {
  const texts = { text1: "Leave.", text2: "Be ready.", text3: "Stay." };
  // With a key of its own, it is no repeated request.
  const input = { points: AREA, ...texts, idempotencyKey: crypto.randomUUID() };
  const { data, errors } = await graphql(PUBLISH, { input }, admin);
  if (errors) throw new Error(JSON.stringify(errors));
  return data.newAlert.id;
}

/** The degrees from the middle of the area to a place far outside its zones. */
export const FAR = 1;

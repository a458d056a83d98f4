import type { TestService, TestUser } from "../helpers/service.ts";

const REPORT = "mutation ($input: PositionInput!) { newPosition(input: $input) { id } }";
const PUBLISH = "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }";

const AREA = [
  { latitude: 0, longitude: 0 },
  { latitude: 0, longitude: 0.01 },
  { latitude: 0.01, longitude: 0.01 },
  { latitude: 0.01, longitude: 0 },
];

/** Reports that a user is in the area, or so far north of its middle; the position's id. */
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

/** Publishes an alert for the area; its id. */
export async function publish({
  graphql,
  admin,
}: Pick<TestService, "graphql" | "admin">): Promise<number> {
  const input = { points: AREA, text1: "Leave.", text2: "Be ready.", text3: "Stay." };
  const { data, errors } = await graphql(PUBLISH, { input }, admin);
  if (errors) throw new Error(JSON.stringify(errors));
  return data.newAlert.id;
}

/** A number of degrees that leads from the middle of the area far out of its zones. */
export const FAR = 1;

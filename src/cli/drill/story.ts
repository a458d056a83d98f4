import { type Graphql, graphqlClient } from "../../../examples/phone/graphql.ts";
import { publishAlert } from "../demo/alert.ts";
import { ALERT_AREA } from "../demo/paris.ts";
import { loginAsAdministrator } from "../demo/participants.ts";
import { point } from "../demo/streets.ts";

/** The administrator of the drill's service. */
export const ADMINISTRATOR = {
  ADMIN_EMAIL: "admin@example.org",
  ADMIN_PASSWORD: "a drill's password",
};

const REPORT = "mutation ($input: PositionInput!) { newPosition(input: $input) { userId } }";
const WHY = `query ($alertId: Int!, $userId: Int!) { whyNotified(alertId: $alertId, userId: $userId) {
  rule level notificationId latitude longitude takenAt distance1 distance2 distance3 } }`;

/** Who was notified of which alert, and the service's answer why. */
export interface Told {
  alertId: number;
  userId: number;
  why: string;
}

/** Compares the answers from before and after the recovery. Returns the drill's verdict and its exit code. */
export function outcome(before: string, after: string): { text: string; code: number } {
  return before === after
    ? { text: "The answer is the same: nothing is lost.", code: 0 }
    : { text: "The answer is different: the drill failed.", code: 1 };
}

async function logIn(serviceUrl: string): Promise<{ graphql: Graphql; token: string }> {
  const graphql = graphqlClient(`${serviceUrl}/graphql`);
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = ADMINISTRATOR;
  return { graphql, token: await loginAsAdministrator(graphql, ADMIN_EMAIL, ADMIN_PASSWORD) };
}

/** Asks why a user was notified, or was not. */
export async function askWhy(
  serviceUrl: string,
  { alertId, userId }: Omit<Told, "why">,
): Promise<string> {
  const { graphql, token } = await logIn(serviceUrl);
  const { whyNotified } = await graphql<{ whyNotified: object }>(WHY, { alertId, userId }, token);
  return JSON.stringify(whyNotified);
}

/** Reports the administrator's position, and publishes an alert there. */
export async function publish(serviceUrl: string): Promise<Told> {
  const { graphql, token } = await logIn(serviceUrl);
  const corners = ALERT_AREA.map(point);
  const middle = (coordinate: "latitude" | "longitude") =>
    corners.reduce((sum, corner) => sum + corner[coordinate], 0) / corners.length;
  const input = {
    latitude: middle("latitude"),
    longitude: middle("longitude"),
    movingActivity: "STILL",
  };
  const { newPosition } = await graphql<{ newPosition: { userId: number } }>(
    REPORT,
    { input },
    token,
  );
  const { id: alertId } = await publishAlert(graphql, token);
  const { userId } = newPosition;
  return { alertId, userId, why: await askWhy(serviceUrl, { alertId, userId }) };
}

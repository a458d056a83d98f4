import { type Graphql, graphqlClient } from "../../examples/phone/graphql.ts";

/** The administrator of a test's service. */
export const ADMINISTRATOR = {
  ADMIN_EMAIL: "admin@example.org",
  ADMIN_PASSWORD: "a restored password",
};

const LOGIN = "mutation ($input: LoginCredentials!) { login(input: $input) { accessToken } }";
const REPORT = "mutation ($input: PositionInput!) { newPosition(input: $input) { userId } }";
const NEW_ALERT = "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }";
const WHY = `query ($alertId: Int!, $userId: Int!) { whyNotified(alertId: $alertId, userId: $userId) {
  rule level notificationId latitude longitude takenAt distance1 distance2 distance3 } }`;

/** Who was notified of which alert, and the service's answer why. */
export interface Told {
  alertId: number;
  userId: number;
  why: string;
}

async function logIn(
  serviceUrl: string,
): Promise<<T>(query: string, variables: object) => Promise<T>> {
  const graphql: Graphql = graphqlClient(`${serviceUrl}/graphql`);
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = ADMINISTRATOR;
  const { login } = await graphql<{ login: { accessToken: string } }>(LOGIN, {
    input: { email, password },
  });
  return (query, variables) => graphql(query, variables, login.accessToken);
}

/** Asks why a user was notified, or was not. */
export async function askWhy(
  serviceUrl: string,
  { alertId, userId }: Omit<Told, "why">,
): Promise<string> {
  const graphql = await logIn(serviceUrl);
  const { whyNotified } = await graphql<{ whyNotified: object }>(WHY, { alertId, userId });
  return JSON.stringify(whyNotified);
}

/** Reports the administrator's position, and publishes an alert there. */
export async function publish(serviceUrl: string, fields: object = {}): Promise<Told> {
  const graphql = await logIn(serviceUrl);
  const at = (latitude: number, longitude: number) => ({ latitude, longitude });
  const { newPosition } = await graphql<{ newPosition: { userId: number } }>(REPORT, {
    input: { ...at(48.86, 2.36), movingActivity: "STILL" },
  });
  const points = [at(48.85, 2.35), at(48.87, 2.35), at(48.87, 2.37), at(48.85, 2.37)];
  const { newAlert } = await graphql<{ newAlert: { id: number } }>(NEW_ALERT, {
    input: {
      points,
      idempotencyKey: crypto.randomUUID(),
      text1: "Leave on foot.",
      text2: "Do not go there.",
      text3: "Wait.",
      ...fields,
    },
  });
  const [alertId, { userId }] = [newAlert.id, newPosition];
  return { alertId, userId, why: await askWhy(serviceUrl, { alertId, userId }) };
}

import { ApiError, type Graphql } from "../phone/graphql.ts";
import { DemoError } from "./options.ts";
import { ALERT_AREA, point } from "./paris.ts";
import { login } from "./participants.ts";

/** Logs in as the administrator. */
export async function loginAsAdministrator(
  graphql: Graphql,
  email: string,
  password: string,
): Promise<string> {
  try {
    const token = await login(graphql, email, password);
    // Only administrators may list the users.
    await graphql("{ users(limit: 1) { id } }", {}, token);
    return token;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "UNAUTHENTICATED") {
      throw new DemoError(
        `Cannot log in as ${email}: ${error.message} Give the administrator's email and password in --email and --password, or ADMIN_EMAIL and ADMIN_PASSWORD.`,
      );
    }
    if (error.code === "FORBIDDEN") {
      throw new DemoError(
        `${email} is not an administrator: run \`npm run user -- promote ${email}\`.`,
      );
    }
    throw error;
  }
}

const NEW_ALERT = `mutation ($input: AlertInput!) { newAlert(input: $input) { id reachedUsers } }`;

/** An alert as its administrator sees it. */
export interface Alert {
  id: number;
  reachedUsers: number;
}

/** Publishes the demo's alert, for the quarter between four squares. */
export async function publishAlert(graphql: Graphql, token: string): Promise<Alert> {
  const data = await graphql<{ newAlert: Alert }>(
    NEW_ALERT,
    {
      input: {
        points: ALERT_AREA.map(point),
        text1: "DEMO. A gas main is leaking in the Marais: leave on foot, and away from the wind.",
        text2: "DEMO. A gas main is leaking in the Marais, close by: do not go there.",
        text3: "DEMO. A gas main is leaking in the Marais: expect detours.",
      },
    },
    token,
  );
  return data.newAlert;
}

/** Reads the current state of the alert. */
export async function readAlert(graphql: Graphql, token: string, id: number): Promise<Alert> {
  const data = await graphql<{ alerts: [Alert] }>(
    `query ($id: Int) { alerts(id: $id) { id reachedUsers } }`,
    { id },
    token,
  );
  return data.alerts[0];
}

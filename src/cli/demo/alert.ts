import type { Graphql } from "../../../examples/phone/graphql.ts";
import { ALERT_AREA } from "./paris.ts";
import { point } from "./streets.ts";

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

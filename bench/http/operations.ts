import autocannon from "autocannon";
import { isSmall } from "../lib/database.ts";
import type { Server } from "../lib/servers.ts";
import { tokenOf } from "../lib/sessions.ts";

const POSITION = "id userId createdAt latitude longitude movingActivity";

/** The operations whose speed is measured over HTTP. */
export const OPERATIONS = {
  newPosition: `mutation newPosition($input: PositionInput!) { newPosition(input: $input) { ${POSITION} } }`,
  notifications: `query notifications { notifications(limit: 20) {
    id userId level latitude longitude movingActivity seen createdAt alert { id text1 text2 text3 } } }`,
  positions: `query positions { positions(limit: 1000) { ${POSITION} } }`,
  apiVersion: "query apiVersion { apiVersion }",
};
export type Operation = keyof typeof OPERATIONS;

/** Returns requests by many users, so that no two successive requests read the same row. */
export function requestsOf(operationName: Operation): autocannon.Request[] {
  return Array.from({ length: 400 }, (_, index) => {
    const userId = operationName === "positions" ? 1 : 2 + index;
    const variables =
      operationName === "newPosition"
        ? {
            input: {
              latitude: 44 + 4 * Math.random(),
              longitude: 8 + 4 * Math.random(),
              movingActivity: "WALKING",
            },
          }
        : {};
    return {
      method: "POST",
      path: "/graphql",
      headers: {
        "Content-Type": "application/json",
        ...(operationName !== "apiVersion" && {
          Authorization: `Bearer ${tokenOf(userId)}`,
        }),
      },
      body: JSON.stringify({ operationName, query: OPERATIONS[operationName], variables }),
    };
  });
}

/**
 * Requests an operation from a server repeatedly.
 * @param duration In seconds. With `--small`, it sends forty requests instead.
 * @throws Error if one answer is an error.
 */
export async function load(
  server: Server,
  operation: Operation,
  connections: number,
  duration: number,
): Promise<autocannon.Result> {
  const result = await autocannon({
    url: server.url,
    connections,
    timeout: 60,
    // A busy machine may answer nothing in a second.
    ...(isSmall ? { amount: 40 } : { duration }),
    requests: requestsOf(operation),
    // Errors have the status 200 too.
    verifyBody: (body) => String(body).startsWith(`{"data":{"${operation}":`),
  });
  if (result.non2xx > 0 || result.errors > 0 || result.mismatches > 0 || result["2xx"] === 0) {
    throw new Error(`${server.name} failed at ${operation}`);
  }
  return result;
}

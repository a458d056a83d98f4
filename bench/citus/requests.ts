import autocannon from "autocannon";
import { isSmall } from "../lib/database.ts";
import { OPERATIONS } from "../lib/operations.ts";
import type { Server } from "../lib/servers.ts";
import { tokenOf } from "../lib/sessions.ts";

const PEOPLE = 400;
const anywhere = () => ({ latitude: 44 + 4 * Math.random(), longitude: 8 + 4 * Math.random() });
const homes = Array.from({ length: PEOPLE }, anywhere);

interface Kind {
  what: string;
  operation: string;
  query: string;
  /** The variables of one of 400 people. */
  variables(person: number): object;
}

const report = (what: string, place: (person: number) => object): Kind => ({
  what,
  operation: "newPosition",
  query: OPERATIONS.newPosition,
  variables: (person) => ({ input: { ...place(person), movingActivity: "WALKING" } }),
});

/** The requests whose CPU is compared. */
export const KINDS: readonly Kind[] = [
  report("report, no alert near", () => ({ ...anywhere(), longitude: 20 + Math.random() })),
  // After the first turn, everyone has been told of the alerts around them.
  report("report, alerts around that one was told of", (person) => homes[person] as object),
  // There are two zones at each place, on average.
  report("report, into zones of alerts", anywhere),
  {
    what: "20 own notifications",
    operation: "notifications",
    query:
      "query notifications { notifications(limit: 20) { id userId level latitude longitude movingActivity seen createdAt } }",
    variables: () => ({}),
  },
  {
    what: "20 own notifications with their alerts",
    operation: "notifications",
    query: OPERATIONS.notifications,
    variables: () => ({}),
  },
];

/**
 * Sends requests of a kind by many users in turn, and returns their number. Without a duration, each user sends one on
 * each connection.
 */
export async function send(
  server: Server,
  { operation, query, variables }: Kind,
  connections: number,
  duration?: number,
): Promise<number> {
  const requests = Array.from({ length: PEOPLE }, (_, person) => ({
    method: "POST" as const,
    path: "/graphql",
    headers: {
      "Content-Type": "application/json",
      Authorization: `Bearer ${tokenOf(2 + person)}`,
    },
    body: JSON.stringify({ operationName: operation, query, variables: variables(person) }),
  }));
  const result = await autocannon({
    url: server.url,
    connections,
    timeout: 60,
    ...(isSmall ? { amount: 40 } : duration ? { duration } : { amount: connections * PEOPLE }),
    requests,
    // Errors have the status 200 too.
    verifyBody: (body) => String(body).startsWith(`{"data":{"${operation}":`),
  });
  if (result.non2xx > 0 || result.errors > 0 || result.mismatches > 0 || result["2xx"] === 0) {
    throw new Error(`${server.name} failed at: ${operation}`);
  }
  return result["2xx"];
}

import type { Server } from "../lib/servers.ts";
import { tokenOf } from "../lib/sessions.ts";

const MUTATION = "mutation ($input: PositionInput!) { newPosition(input: $input) { id } }";
const CONNECTIONS = 8;

/** Reports positions of these users over a few connections. Returns the number of responses a second. */
export async function reportsPerSecond(
  server: Server,
  userIds: readonly number[],
  until: number | (() => boolean),
): Promise<number> {
  const began = performance.now();
  const isOver = typeof until === "number" ? () => performance.now() - began > until * 1000 : until;
  let answered = 0;
  async function phone(number: number): Promise<void> {
    for (let turn = number; !isOver(); turn += CONNECTIONS) {
      const userId = userIds[turn % userIds.length] as number;
      const input = {
        latitude: 44 + Math.random(),
        longitude: 8 + Math.random(),
        movingActivity: "STILL",
      };
      const response = await fetch(server.url, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Authorization: `Bearer ${tokenOf(userId)}`,
        },
        body: JSON.stringify({ query: MUTATION, variables: { input } }),
      });
      const answer = (await response.json()) as { errors?: { message: string }[] };
      if (answer.errors) throw new Error(answer.errors[0]?.message);
      answered += 1;
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, number) => phone(number)));
  return answered / ((performance.now() - began) / 1000);
}

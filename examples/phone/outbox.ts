import { ApiError } from "./graphql.ts";
import type { Sender } from "./session.ts";
import type { Position } from "./store.ts";

const NEW_POSITIONS = `mutation ($input: [PositionInput!]!) { newPositions(input: $input) { id } }`;
const MOST_AT_ONCE = 200;

/**
 * Sends the first positions of the queue, and returns how many of them can leave it. A position that is sent again
 * after a lost answer is stored once, because of its clientId. A position that the service refuses leaves the queue
 * too, because it would be refused each time.
 */
export async function sendPositions(session: Sender, queue: readonly Position[]): Promise<number> {
  const input = queue.slice(0, MOST_AT_ONCE);
  try {
    await session.send(NEW_POSITIONS, { input });
    return input.length;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "BAD_USER_INPUT")) throw error;
    // One bad position makes the service refuse the whole batch. In smaller batches, only that position is lost.
    if (input.length === 1) return 1;
    return await sendPositions(session, input.slice(0, Math.ceil(input.length / 2)));
  }
}

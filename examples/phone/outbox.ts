import { ApiError } from "./graphql.ts";
import type { Sender } from "./session.ts";
import type { Position } from "./store.ts";

const NEW_POSITIONS = `mutation ($input: [PositionInput!]!) { newPositions(input: $input) { id } }`;
const MOST_AT_ONCE = 200;

/**
 * Sends the first positions of the queue, and returns how many are done with. A position that is sent again, as its answer
 * was lost, is stored once because of its clientId. What the service refuses would be refused for ever: it is done with too.
 */
export async function sendPositions(session: Sender, queue: readonly Position[]): Promise<number> {
  const input = queue.slice(0, MOST_AT_ONCE);
  try {
    await session.send(NEW_POSITIONS, { input });
    return input.length;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "BAD_USER_INPUT")) throw error;
    // One bad position refuses its batch. In smaller ones only it is lost.
    if (input.length === 1) return 1;
    return await sendPositions(session, input.slice(0, Math.ceil(input.length / 2)));
  }
}

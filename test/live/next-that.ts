import { isCluster } from "../helpers/database.ts";
import type { Answer } from "../helpers/service.ts";
import type { Operation } from "./client.ts";

/**
 * Returns the next event. A cluster may tell a new subscriber what it told before, so events that do not fit are
 * skipped there.
 */
export async function nextThat(
  follows: Operation,
  fits: (answer: Answer) => boolean,
): Promise<Answer> {
  let answer = await follows.next();
  while (isCluster && !fits(answer)) answer = await follows.next();
  return answer;
}

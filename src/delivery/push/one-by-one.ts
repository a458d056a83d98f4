import type { Outcome, Push } from "./provider.ts";
import { ENDED, hasEnded } from "./time-to-live.ts";

/** Makes the `send` of a provider that takes one push a request. An error fails only its own push. */
export function oneByOne(send: (push: Push) => Promise<Outcome>) {
  return (pushes: Push[]): Promise<Outcome[]> =>
    Promise.all(
      pushes.map(async (push) => {
        if (hasEnded(push)) return ENDED;
        try {
          return await send(push);
        } catch (error) {
          return { state: "failed", why: (error as Error).message };
        }
      }),
    );
}

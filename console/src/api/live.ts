import { effect, signal } from "@preact/signals";
import { beginLive } from "../state/connection.ts";
import { session } from "../state/session.ts";
import type { TypedDocumentString } from "./operations.ts";
import { subscribe } from "./subscribe.ts";
import { tryAgain } from "./try-again.ts";

const token = signal(session.value?.token);
effect(() => {
  token.value = session.value?.token;
});

/**
 * Follows a subscription across lost connections, failures and new logins. It has its own connection: a screen has one
 * subscription at most.
 * @param refused Called if the service refuses it, as it would every other try.
 * @param begin Called each time the subscription has begun, to load the present state, so that no event is missed.
 * @returns A function that stops it.
 */
export function follow<Result, Variables extends Record<string, unknown>>(
  operation: TypedDocumentString<Result, Variables>,
  variables: Variables,
  handle: (result: Result) => void,
  begin?: () => void,
  refused?: () => void,
): () => void {
  return effect(() => {
    const { value } = token;
    if (!value) return;
    const endLive = beginLive();
    const stop = tryAgain(({ works, ended }) =>
      subscribe<Result>(value, { query: operation.toString(), variables }, handle, {
        works() {
          works();
          begin?.();
        },
        ended,
        refused,
      }),
    );
    return () => {
      stop();
      endLive();
    };
  });
}

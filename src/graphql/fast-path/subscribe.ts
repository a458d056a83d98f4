import type { ExecutionResult } from "postgraphile/graphql";
import type { Feed } from "../../live/feed.ts";
import type { Follow, Subscriber } from "../subscriptions/follow.ts";
import { endingWith } from "../subscriptions/gate.ts";
import { resultOf } from "./answer.ts";
import type { FastOperation } from "./compile.ts";

/** Yields the results of events. It reads rows together with those of other subscribers, each under its own role. */
async function* results(
  operation: FastOperation,
  { keys }: Follow,
  feed: Feed,
  { live, request }: Subscriber,
): AsyncGenerator<ExecutionResult, undefined> {
  for (;;) {
    const events = (await feed.take()) as Record<string, unknown>[];
    if (events.length === 0) return;
    const read = events.map((event) => {
      const values = keys.map(({ property }) => event[property]);
      return resultOf(operation, () => live.reader.read(request, operation.text, values));
    });
    void Promise.all(read).then(() => feed.settle());
    for (const result of read) {
      const { data = "null", ...errors } = await result;
      yield { data: JSON.parse(data), ...errors };
    }
  }
}

/** Follows a feed. Undefined if the operation has none, or if it is refused: Grafast then gives the error. */
export async function subscribe(
  operation: FastOperation,
  subscriber: Subscriber,
): Promise<AsyncIterable<ExecutionResult> | undefined> {
  if (operation.declared.kind !== "events") return undefined;
  const { follow } = operation.declared;
  const feed = await follow.begin(subscriber, undefined).catch(() => undefined);
  return feed && endingWith(feed, results(operation, follow, feed, subscriber));
}

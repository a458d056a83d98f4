import type { PgCodec } from "postgraphile/@dataplan/pg";
import { context, type FieldArgs, lambda, object, type Step } from "postgraphile/grafast";
import type { DatabaseRequest, WithRequest } from "../../database/database-request.ts";
import type { Feed } from "../../live/feed.ts";
import type { Live } from "../../live/index.ts";
import { Gate } from "./gate.ts";

/** What a subscription needs from its request. */
export interface Subscriber {
  live: Live;
  withPgClient: WithRequest;
  request: DatabaseRequest;
}

/** One column that finds the row of an event: its codec, and the event's property that holds its value. */
export interface EventKey {
  column: string;
  codec: PgCodec;
  property: string;
}

/** How a subscription is followed: which feed, and how an event names its row. */
export interface Follow {
  /**
   * Checks in the database that the subscriber may follow, and opens the feed.
   * @throws AppError UNAUTHENTICATED, FORBIDDEN or NOT_FOUND.
   */
  begin(subscriber: Subscriber, id: unknown): Promise<Feed>;
  /** True if the field has an argument `id`, which `begin` takes. */
  takesId?: boolean;
  keys: readonly EventKey[];
}

/** The first row of a statement that runs as the subscriber. */
export async function firstRow(
  { withPgClient, request }: Subscriber,
  text: string,
): Promise<Record<string, unknown> | undefined> {
  const { rows } = await withPgClient(request, (client) =>
    client.query<Record<string, unknown>>({ text }),
  );
  return rows[0];
}

/** The plan that begins a subscription: it opens the feed, with a gate that lets its events through. */
export function beginFollowing(follow: Follow) {
  return (_$root: Step, args: FieldArgs) => {
    const $context = context();
    const $parts = object({
      live: $context.get("live"),
      withPgClient: $context.get("withPgClient"),
      request: $context.get("request"),
      gates: $context.get("gates"),
      ...(follow.takesId && { id: args.getRaw("id") }),
    });
    return lambda($parts, async ({ gates, id, ...subscriber }: Record<string, unknown>) => {
      // A step's values are untyped.
      const gate = new Gate(await follow.begin(subscriber as unknown as Subscriber, id));
      (gates as Gate[]).push(gate);
      return gate;
    });
  };
}

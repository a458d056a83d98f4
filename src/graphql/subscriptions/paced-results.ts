import type { ExecutionResult } from "postgraphile/graphql";
import { endingWith, paced } from "./gate.ts";

/** Executes the events of a subscription at the pace at which its client reads the results. */
export const PacedResultsPlugin: GraphileConfig.Plugin = {
  name: "PacedResultsPlugin",
  description: "Executes a subscription's events at its client's pace",
  grafast: {
    middleware: {
      async subscribe(next, { args }) {
        const planned = (await next()) as AsyncIterable<ExecutionResult> | ExecutionResult;
        // The hook's result is typed for executions, not for subscriptions.
        const { gates, beginAnswer } = args.contextValue as Grafast.Context;
        const [gate] = gates;
        if (!gate) return planned as never;
        if (!(Symbol.asyncIterator in planned)) {
          gate.feed.cancel();
          return planned as never;
        }
        return endingWith(gate.feed, paced(gate, planned, beginAnswer)) as never;
      },
    },
  },
};

import type { ExecutionResult } from "postgraphile/graphql";
import { endingWith, paced } from "./gate.ts";

/** Executes the events of a subscription at the pace at which its client reads the results. */
export const PacedResultsPlugin: GraphileConfig.CheckedPlugin = {
  name: "PacedResultsPlugin",
  description: "Executes a subscription's events at its client's pace",
  grafast: {
    middleware: {
      async subscribe(next, { args }) {
        const planned = await next();
        const { gates, request } = args.contextValue as Grafast.Context;
        const [gate] = gates;
        if (!gate) return planned;
        if (!(Symbol.asyncIterator in planned)) {
          gate.feed.cancel();
          return planned;
        }
        const results = planned as AsyncIterable<ExecutionResult>;
        return endingWith(
          gate.feed,
          paced(gate, results, () => request.beginAnswer()),
        );
      },
    },
  },
};

import type { PgSelectSingleStep } from "@dataplan/pg";
import { lambda } from "postgraphile/grafast";
import { extendSchema, gql } from "postgraphile/utils";
import type { Cells } from "../../cells/index.ts";

/** Adds `AlertReach.cells`, whom an alert would reach in each cell. */
export const makeCellReachPlugin = (cells: Cells | undefined) =>
  extendSchema({
    typeDefs: gql`
      """How many people of a cell an alert would notify. The numbers are null if it did not answer."""
      type CellReach {
        """The name of the cell."""
        cell: String!
        """People inside the area."""
        one: Int
        """People in zone TWO."""
        two: Int
        """People in zone THREE."""
        three: Int
        """How many of these have a device to push to."""
        withDevice: Int
        """Why it did not answer within a second. Null if it did."""
        problem: String
      }

      extend type AlertReach {
        """
        How many people each cell of this service would notify besides. Empty without cells.
        """
        cells: [CellReach!]!
      }
    `,
    objects: {
      AlertReach: {
        plans: {
          cells($reach: PgSelectSingleStep) {
            return lambda($reach.get("question"), async (question: unknown) =>
              question && cells
                ? await cells.ask(
                    typeof question === "string" ? question : JSON.stringify(question),
                  )
                : [],
            );
          },
        },
      },
    },
  });

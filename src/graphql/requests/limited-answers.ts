import type pg from "pg";
import type { PgSelectSingleStep } from "postgraphile/@dataplan/pg";
import { context, type ExecutionDetails, Step } from "postgraphile/grafast";
import { AnswerBudget } from "../../database/answer-budget.ts";
import type { AnswerLimits } from "../../settings/config.ts";
import { requestOf } from "./door.ts";
import type { Request } from "./request.ts";
import { SoundLists } from "./sound-lists.ts";

/** Reads the sounds of one level. Each field has its own step, because each takes from the budget. */
class SoundStep extends Step<readonly number[]> {
  readonly #level: number;

  constructor($alertId: Step<number>, level: number) {
    super();
    this.addDataDependency($alertId);
    this.addUnaryDependency(context().get("request"));
    this.#level = level;
  }

  override async execute({ count, values: [ids, request] }: ExecutionDetails<[number, Request]>) {
    const alertIds = Array.from({ length: count }, (_, place) => ids.at(place));
    const { sounds } = request.unaryValue();
    return (await sounds?.of(alertIds, this.#level)) ?? [];
  }
}

/**
 * Gives each answer a budget of bytes, and one of sounds. Answers over HTTP are sent while their sounds are read, so
 * that the sounds are never all in memory.
 */
export function makeLimitedAnswersPlugin(
  pool: pg.Pool,
  limits: AnswerLimits,
): GraphileConfig.CheckedPlugin {
  return {
    name: "LimitedAnswersPlugin",
    description: "Limits the size of answers, and the sounds in them",
    // What RowFieldsPlugin declares for the fields holds for their former plans only.
    after: ["RowFieldsPlugin"],
    schema: {
      hooks: {
        GraphQLObjectType_fields_field(field, _build, { Self, scope: { fieldName } }) {
          const level = Self.name === "Alert" && /^audio([123])$/.exec(fieldName)?.[1];
          if (!level) return field;
          // The step of an alert selects a row, so it has the columns.
          const plan = ($alert: Step) =>
            new SoundStep(($alert as PgSelectSingleStep).get("id"), Number(level));
          return { ...field, plan };
        },
      },
    },
    grafast: {
      middleware: {
        async prepareArgs(next, { args }) {
          const prepared = await next();
          const { request } = args.contextValue as Grafast.Context;
          const most = request.identity?.isAdmin ? limits.adminBytes : limits.bytes;
          request.budget = new AnswerBudget(most, request.asked?.size);
          request.sounds = new SoundLists(pool, limits.sounds);
          return prepared;
        },
      },
    },
    grafserv: {
      middleware: {
        async processRequest(next, { requestDigest }) {
          const result = await next();
          const { sounds } = requestOf(requestDigest.requestContext);
          if (result?.type !== "buffer" || !sounds || sounds.isEmpty) return result;
          const { "content-length": _length, ...headers } = result.headers;
          return {
            ...result,
            type: "bufferStream",
            headers,
            lowLatency: false,
            bufferIterator: sounds.write(result.buffer),
          };
        },
      },
    },
  };
}

import type pg from "pg";
import type { Limits } from "../../config/limits.ts";
import { DataAsTextPlugin } from "./data-as-text.ts";
import { makeLimitedAnswersPlugin } from "./limited-answers.ts";
import { makeRequestValidationPlugin } from "./request-validation.ts";

/** Limits and validates the documents of requests, and limits and writes the data of responses. */
export function makeRequestsPreset(pool: pg.Pool, limits: Limits): GraphileConfig.Preset {
  return {
    plugins: [
      makeRequestValidationPlugin(limits.document),
      DataAsTextPlugin,
      makeLimitedAnswersPlugin(pool, limits.answer),
    ],
  };
}

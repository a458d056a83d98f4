import type pg from "pg";
import type { DocumentNode } from "postgraphile/graphql";
import type { Limits } from "../../config/limits.ts";
import type { TakeQuota } from "../../limits/quotas.ts";
import { DataAsTextPlugin } from "./data-as-text.ts";
import { DocumentCache } from "./document-cache.ts";
import { makeLimitedAnswersPlugin } from "./limited-answers.ts";
import { makeQuotasPlugin } from "./quotas.ts";
import { makeRequestValidationPlugin } from "./request-validation.ts";

/** Limits and validates the documents of requests, keeps quotas, and limits and writes the data of responses. */
export function makeRequestsPreset(
  pool: pg.Pool,
  limits: Limits,
  takeQuota: TakeQuota,
  known: DocumentCache<DocumentNode> = new DocumentCache(),
): GraphileConfig.Preset {
  return {
    plugins: [
      makeRequestValidationPlugin(limits.document, known),
      makeQuotasPlugin(takeQuota),
      DataAsTextPlugin,
      makeLimitedAnswersPlugin(pool, limits.answer),
    ],
  };
}

import type pg from "pg";
import type { ClientAddress } from "../../limits/client-address.ts";
import type { TakeQuota } from "../../limits/quotas.ts";
import type { Tokens } from "../../people/tokens.ts";
import type { Limits } from "../../settings/config.ts";
import { makeCheckTurnsPlugin } from "./check-turns.ts";
import { DataAsTextPlugin } from "./data-as-text.ts";
import { FewVariableErrorsPlugin } from "./few-variable-errors.ts";
import { KnownDocuments } from "./known-documents.ts";
import { makeLimitedAnswersPlugin } from "./limited-answers.ts";
import { makeQuotasPlugin } from "./request-quotas.ts";
import { makeRequestValidationPlugin } from "./request-validation.ts";

/** Limits, paces and validates the documents of requests, keeps quotas, and limits and writes the data of responses. */
export function makeRequestsPreset(
  pool: pg.Pool,
  {
    tokens,
    clientAddress,
    takeQuota,
    limits,
  }: {
    tokens: Tokens;
    clientAddress: ClientAddress;
    takeQuota: TakeQuota;
    limits: Limits;
  },
  known: KnownDocuments = new KnownDocuments(),
): GraphileConfig.Preset {
  return {
    plugins: [
      makeCheckTurnsPlugin(tokens, clientAddress, known),
      makeRequestValidationPlugin(limits.document, known),
      makeQuotasPlugin(takeQuota),
      FewVariableErrorsPlugin,
      DataAsTextPlugin,
      makeLimitedAnswersPlugin(pool, limits.answer),
    ],
  };
}

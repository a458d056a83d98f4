import type pg from "pg";
import type { TakeQuota } from "../../limits/quotas.ts";
import type { Limits } from "../../settings/config.ts";
import type { MaskError } from "../errors/mask-error.ts";
import { makeDoormanPlugin } from "./doorman.ts";
import { ExecutionArgumentsPlugin } from "./execution-arguments.ts";
import { KnownDocuments } from "./known-documents.ts";
import { makeLimitedAnswersPlugin } from "./limited-answers.ts";

/** Limits and validates the documents of requests, keeps quotas, and limits and writes the data of responses. */
export function makeRequestsPreset(
  pool: pg.Pool,
  {
    maskError,
    takeQuota,
    limits,
    isProduction,
  }: {
    maskError: MaskError;
    takeQuota: TakeQuota;
    limits: Limits;
    isProduction: boolean;
  },
  known: KnownDocuments = new KnownDocuments(),
): GraphileConfig.Preset {
  return {
    plugins: [
      makeDoormanPlugin(maskError, takeQuota, limits.document, isProduction, known),
      ExecutionArgumentsPlugin,
      makeLimitedAnswersPlugin(pool, limits.answer),
    ],
  };
}

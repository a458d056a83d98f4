import type { TakeQuota } from "../../limits/quotas.ts";
import { DataAsTextPlugin } from "./data-as-text.ts";
import { makeQuotasPlugin } from "./quotas.ts";
import { RequestValidationPlugin } from "./request-validation.ts";

/** Validates the documents of requests, keeps quotas, and writes the data of responses. */
export const makeRequestsPreset = (takeQuota: TakeQuota): GraphileConfig.Preset => ({
  plugins: [RequestValidationPlugin, makeQuotasPlugin(takeQuota), DataAsTextPlugin],
});

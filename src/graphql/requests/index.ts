import type { Limits } from "../../config/limits.ts";
import { DataAsTextPlugin } from "./data-as-text.ts";
import { makeRequestValidationPlugin } from "./request-validation.ts";

/** Limits and validates the documents of requests, and writes the data of responses. */
export function makeRequestsPreset(limits: Limits): GraphileConfig.Preset {
  return { plugins: [makeRequestValidationPlugin(limits.document), DataAsTextPlugin] };
}

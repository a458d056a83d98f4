import { DataAsTextPlugin } from "./data-as-text.ts";
import { RequestValidationPlugin } from "./request-validation.ts";

/** Validates the documents of requests, and writes the data of responses. */
export const RequestsPreset: GraphileConfig.Preset = {
  plugins: [RequestValidationPlugin, DataAsTextPlugin],
};

import { DataAsTextPlugin } from "./data-as-text.ts";
import { RequestValidationPlugin } from "./request-validation.ts";

/** How a request becomes a validated document, and its data becomes text. */
export const RequestsPreset: GraphileConfig.Preset = {
  plugins: [RequestValidationPlugin, DataAsTextPlugin],
};

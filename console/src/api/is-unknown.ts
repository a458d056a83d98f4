import { RequestError } from "./send.ts";

/** The codes of errors after which nobody knows whether the service has done what was asked for. */
const UNKNOWN = ["UNREACHABLE", "INTERNAL_SERVER_ERROR"];

/** True if the service may have done what a request with this error asked for. */
export const isUnknown = (error: unknown) =>
  !(error instanceof RequestError) || UNKNOWN.includes(error.code);

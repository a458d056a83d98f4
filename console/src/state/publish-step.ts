import { PublishStepDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { loaded } from "./loaded.ts";
import { may } from "./rights.ts";

/** The settings of the step before a publication: when to type the number of people, and the time to take it back. */
export const publishStep = loaded(async (signal) =>
  may("AUTHOR")
    ? ((await request(PublishStepDocument, {}, { signal })).publishStep ?? undefined)
    : undefined,
);

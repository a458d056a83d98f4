import { PublishStepDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { loaded } from "./loaded.ts";

/** What the service asks of an administrator before a publication. */
export const publishStep = loaded(
  async (signal) => (await request(PublishStepDocument, {}, { signal })).publishStep ?? undefined,
);

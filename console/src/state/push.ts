import { PushProvidersDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { loaded } from "./loaded.ts";

/** The providers of pushes, and whether they take them. */
export const pushProviders = loaded(async (signal) => {
  const { pushProviders: providers } = await request(PushProvidersDocument, {}, { signal });
  return providers ?? [];
});

import { AlertTimelineDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { loaded } from "./loaded.ts";
import type { Step } from "./timeline.ts";

/** The timeline of an alert, to be loaded. */
export const timelineOf = (id: number) =>
  loaded(async (signal): Promise<Step[]> => {
    const { alerts } = await request(AlertTimelineDocument, { id }, { signal });
    return alerts?.[0]?.timeline ?? [];
  });

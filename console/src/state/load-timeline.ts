import { AlertTimelineDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { loaded } from "./loaded.ts";
import type { Step } from "./timeline.ts";

/** Asks for the timeline of an alert. */
export async function askTimeline(id: number, signal: AbortSignal): Promise<Step[]> {
  const { alerts } = await request(AlertTimelineDocument, { id }, { signal });
  return alerts?.[0]?.timeline ?? [];
}

/** The timeline of an alert, to be loaded. */
export const timelineOf = (id: number) => loaded((signal) => askTimeline(id, signal));

import type { AlertStatus, LevelAlert } from "../api/operations.ts";
import { forgetAll, keep, keptAll } from "./kept.ts";

/** The content of a push, and when it arrived, in seconds since 1970. */
export interface Pushed {
  title: string;
  body: string;
  data: {
    notificationId: number;
    alertId: number;
    level: LevelAlert;
    kind: string;
    status?: AlertStatus;
    language?: string;
  };
  at: number;
}

/** The names of kept pushes begin with this. */
const NAME = "push-";

/** Keeps a push until the inbox has been read. Called by the service worker. */
export async function keepPush(push: Omit<Pushed, "at">): Promise<void> {
  const { title, body, data } = push;
  const at = Math.floor(Date.now() / 1000);
  await keep(`${NAME}${data.notificationId}`, { title, body, data, at });
}

/** Returns the pushes that are kept, the newest first. */
export const keptPushes = async (): Promise<Pushed[]> =>
  (await keptAll<Pushed>(NAME)).sort((a, b) => b.data.notificationId - a.data.notificationId);

/** Deletes the kept pushes: the inbox has their notifications. */
export const forgetPushes = () => forgetAll(NAME);

/** Calls a function at each push while the page is open. Returns a function that stops this. */
export function onPush(listener: () => void): () => void {
  const { serviceWorker } = navigator;
  const listen = ({ data }: MessageEvent) => data === "pushed" && listener();
  serviceWorker?.addEventListener("message", listen);
  return () => serviceWorker?.removeEventListener("message", listen);
}

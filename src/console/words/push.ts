import type { PushProvidersQuery } from "../api/operations.ts";
import { moment } from "./time.ts";

/** A provider of pushes, and whether it takes them. */
export type PushProvider = NonNullable<PushProvidersQuery["pushProviders"]>[number];

const NAMES: Record<string, string> = {
  expo: "App (Expo)",
  fcm: "App (Firebase)",
  web_push: "Browsers",
};

/** The name of a provider, for people. */
export const providerName = (provider: string) => NAMES[provider] ?? provider;

/** Says whether pushes go out through a provider, and if not, why. */
export function providerState({ state, reason, since }: PushProvider): string {
  if (state === "ON") return "✓ on";
  if (state === "OFF") return `✕ off: ${reason}`;
  return `! failing${since === null ? "" : ` since ${moment(since)}`}: ${reason}`;
}

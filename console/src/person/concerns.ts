import { computed } from "@preact/signals";
import { now } from "../state/now.ts";
import { concernsOf } from "./concern.ts";
import { alerts, inboxProblem, knownAt, told } from "./inbox.ts";

/** The time for which the service's answer counts as current. The page asks four times in that period. */
const FRESH_SECONDS = 120;

/** True if the service has just sent the alerts. */
export const isFresh = computed(
  () => inboxProblem.value === "" && (knownAt.value ?? 0) > now.value - FRESH_SECONDS,
);

/** All alerts that the person was told of. */
export const allConcerns = computed(() =>
  concernsOf(told.value, alerts.value, { now: now.value, isFresh: isFresh.value }),
);

import { Counter, Gauge, Histogram, Registry } from "prom-client";

/** What this process has counted since its start. */
export const counted = new Registry();
const registers = [counted];

export const poolWait = new Histogram({
  name: "location_alert_pool_wait_seconds",
  help: "How long requests waited for one of the POOL_SIZE connections to the database, whether or not they got it. Most find a free one and are not counted.",
  buckets: [0.001, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10],
  registers,
});

export const websockets = new Gauge({
  name: "location_alert_websockets",
  help: "Open websockets.",
  registers,
});

export const jobRuns = new Counter({
  name: "location_alert_job_runs_total",
  help: "Jobs that this process ran, by task and outcome: ok, or error, after which a job is tried again.",
  labelNames: ["task", "outcome"] as const,
  registers,
});

export const pushes = new Counter({
  name: "location_alert_pushes_total",
  help: "Pushes by provider and outcome: accepted, retry, failed, or dead if the device no longer exists.",
  labelNames: ["provider", "outcome"] as const,
  registers,
});

export const unstorable = new Counter({
  name: "location_alert_unstorable_positions_total",
  help: "What apps sent that can never be stored, by app.",
  labelNames: ["app"] as const,
  registers,
});

export const capFaults = new Counter({
  name: "location_alert_cap_faults_total",
  help: "Messages of CAP that were stored and served although they are not valid.",
  registers,
});

export const webhookPosts = new Counter({
  name: "location_alert_webhook_posts_total",
  help: "Messages posted to webhooks, by outcome: accepted, or failed, after which most are posted again.",
  labelNames: ["outcome"] as const,
  registers,
});

export const pushDelay = new Histogram({
  name: "location_alert_push_delay_seconds",
  help: "The time from an alert's publication, or a late entry, until the provider accepted the push. Pushes of TWO and THREE also wait for the end of quiet hours.",
  labelNames: ["provider", "level"] as const,
  buckets: [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 900, 3600],
  registers,
});

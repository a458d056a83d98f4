import type pg from "pg";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Database } from "../../database/open.ts";
import { providerStates } from "../../delivery/push/states.ts";
import { VERSION } from "../../ops/version.ts";
import { type DatabaseState, makeDatabaseState } from "./database-state.ts";

/**
 * Makes the metrics of the present state: of the process, its pools and the database. They are read at each scrape.
 * @param hasDatabase False if another host of this machine has the metrics of the database.
 * @param pushStatus For each provider "on", or "off" and what to set. Undefined if this process sends no pushes.
 */
export function stateMetrics(
  {
    ownerPool,
    hostPool,
    publicationPool,
  }: Pick<Database, "ownerPool" | "hostPool" | "publicationPool">,
  hasDatabase = true,
  pushStatus?: Readonly<Record<string, string>>,
): Registry {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  new Gauge({
    name: "location_alert_info",
    help: "Always 1. The label is the version of the service.",
    labelNames: ["version"] as const,
    registers,
    aggregator: "first",
  }).set({ version: VERSION }, 1);

  const pools: Record<string, pg.Pool> = {
    host: hostPool,
    publication: publicationPool,
    owner: ownerPool,
  };
  new Gauge({
    name: "location_alert_pool_connections",
    help: "Connections to the database by pool: used, idle, and waiting for those that wait for one.",
    labelNames: ["pool", "state"] as const,
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: "used" }, totalCount - idleCount);
        this.set({ pool, state: "idle" }, idleCount);
        this.set({ pool, state: "waiting" }, waitingCount);
      }
      // Requests wait for a connection of this pool before they reach pg's pool.
      this.set({ pool: "host", state: "waiting" }, hostPool.waiting);
    },
  });

  if (!hasDatabase) return registry;

  const stateOf = makeDatabaseState(ownerPool);
  /** Makes a metric of the database. It is missing while the database does not answer. */
  function ofDatabase(name: string, help: string, value: (state: DatabaseState) => number | null) {
    new Gauge({
      name: `location_alert_${name}`,
      help,
      registers,
      aggregator: "max",
      async collect() {
        this.remove();
        const state = await stateOf();
        const number = state && value(state);
        if (number != null) this.set(number);
      },
    });
  }
  new Gauge({
    name: "location_alert_database_up",
    help: "1 if the database answers within two seconds.",
    registers,
    aggregator: "min",
    async collect() {
      this.set((await stateOf()) ? 1 : 0);
    },
  });
  ofDatabase("database_bytes", "The size of the database.", ({ bytes }) => bytes);
  ofDatabase("position_partitions", "Partitions of positions.", ({ partitions }) => partitions);
  ofDatabase(
    "publications_running",
    "Publications that are not complete.",
    (state) => state.publications,
  );
  ofDatabase(
    "publication_lag_seconds",
    "The age of the oldest publication that is not complete; 0 if there is none.",
    ({ lag }) => lag,
  );
  ofDatabase(
    "worker_pools",
    "Worker pools that are alive, one for each lane of each process.",
    ({ workers }) => workers,
  );
  ofDatabase(
    "heartbeat_age_seconds",
    "The time since the newest heartbeat of any worker pool.",
    ({ heartbeat }) => heartbeat,
  );

  if (pushStatus) {
    new Gauge({
      name: "location_alert_provider_up",
      help: "1 if the provider is on, and took the last push that it was sent, if there was one.",
      labelNames: ["provider"] as const,
      registers,
      aggregator: "min",
      async collect() {
        const state = await stateOf();
        this.reset();
        if (!state) return;
        for (const [provider, is] of Object.entries(providerStates(pushStatus, state.failing)))
          this.set({ provider }, is === "on" ? 1 : 0);
      },
    });
  }

  /** Makes a metric of the jobs of each task. */
  function ofJobs(name: string, help: string, column: "waiting" | "oldest" | "given_up") {
    new Gauge({
      name: `location_alert_${name}`,
      help,
      labelNames: ["task"] as const,
      registers,
      aggregator: "max",
      async collect() {
        const { jobs = [] } = (await stateOf()) ?? {};
        this.reset();
        for (const job of jobs) this.set({ task: job.task }, job[column]);
      },
    });
  }
  ofJobs("jobs_waiting", "Jobs that are due and that no worker has taken, by task.", "waiting");
  ofJobs("job_oldest_seconds", "For how long the oldest of them has been due.", "oldest");
  ofJobs("jobs_given_up", "Jobs that failed so often that they are not tried again.", "given_up");

  /** Makes a metric of the tasks that run regularly. */
  function ofTasks(name: string, help: string, column: "age" | "late_after") {
    new Gauge({
      name: `location_alert_${name}`,
      help,
      labelNames: ["task"] as const,
      registers,
      aggregator: "max",
      async collect() {
        const { tasks = [] } = (await stateOf()) ?? {};
        this.reset();
        for (const task of tasks) this.set({ task: task.task }, task[column]);
      },
    });
  }
  ofTasks(
    "task_success_age_seconds",
    "The time since the last success of each task that runs regularly, such as retention and checkpoints.",
    "age",
  );
  ofTasks("task_late_seconds", "The age from which on such a task is late.", "late_after");
  return registry;
}

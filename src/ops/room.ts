import type { TaskList } from "graphile-worker";

/** Jobs that share workers, and wait for no other lane. */
export interface Lane {
  tasks: TaskList;
  /** How many jobs run at once in this process. */
  concurrency: number;
  crontab?: string;
  /** Milliseconds between two checks for jobs that have become due; two seconds by default. */
  pollInterval?: number;
  /** Queues what waited while no process had this lane. Runs once, when all lanes have started. */
  catchUp?: string | undefined;
}

/** What a room of the service adds to it. */
export interface Room {
  lanes?: readonly Lane[];
  /** Tasks that the crontab queues. */
  tasks?: TaskList;
  /** Runs when the service stops, before the rooms that were opened earlier close. */
  close?(): Promise<void> | void;
}

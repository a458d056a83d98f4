/** A measured cost: the least and the most that was measured. */
export interface Cost {
  what: string;
  least: number;
  most: number;
  unit: string;
  /** The benchmark that measured it, or `trial`: pgbench with 300,000 users and 10,000 alerts, not in this project. */
  by: string;
  /** The words in docs/performance.md that state it. */
  quote?: string;
}

/** The costs that the model uses. Replace a figure with what its benchmark prints on your machine. */
export const COSTS = {
  hostReport: {
    what: "host, CPU of a `newPosition`",
    least: 0.2,
    most: 0.26,
    unit: "ms",
    by: "http",
    quote: "0.26 ms of CPU for `newPosition`",
  },
  databaseReport: {
    what: "database, CPU of a `newPosition` with authentication",
    least: 0.45,
    most: 1.1,
    unit: "ms",
    by: "http, trial",
  },
  batchOfTen: {
    what: "host, CPU of a `newPosition` ÷ that of a position in a batch of 10",
    least: 5.9,
    most: 5.9,
    unit: "times",
    by: "batch",
  },
  hostNotifications: {
    what: "host, CPU of 20 own `notifications`",
    least: 0.15,
    most: 0.15,
    unit: "ms",
    by: "http",
    quote: "0.15 ms for `notifications`",
  },
  databaseNotifications: {
    what: "database, CPU of 20 own `notifications`",
    least: 0.09,
    most: 0.11,
    unit: "ms",
    by: "trial",
  },
  smallPublication: {
    what: "publication to 100,000",
    least: 0.52,
    most: 0.7,
    unit: "s",
    by: "publication",
    quote: "| 100,000 | 0.52–0.7 |",
  },
  publication: {
    what: "publication to 1,000,000",
    least: 4.9,
    most: 6.2,
    unit: "s",
    by: "publication",
    quote: "| 1,000,000 | 4.9–6.2 |",
  },
  expo: {
    what: "100,000 pushes by Expo, from one process",
    least: 11.3,
    most: 14.8,
    unit: "s",
    by: "push",
  },
  fcm: {
    what: "100,000 pushes by FCM, from one process",
    least: 78,
    most: 124,
    unit: "s",
    by: "push",
  },
  walFirst: {
    what: "WAL of a user's first `newPosition` after a checkpoint",
    least: 7610,
    most: 7610,
    unit: "bytes",
    by: "storage",
  },
  wal: {
    what: "WAL of each further `newPosition`",
    least: 830,
    most: 830,
    unit: "bytes",
    by: "storage",
  },
  batchWalFirst: {
    what: "the same for a position in a batch of 10, first",
    least: 1094,
    most: 1094,
    unit: "bytes",
    by: "storage",
  },
  batchWal: {
    what: "the same for a position in a batch of 10, further",
    least: 443,
    most: 443,
    unit: "bytes",
    by: "storage",
  },
  position: {
    what: "a position on disk, with indexes",
    least: 196,
    most: 196,
    unit: "bytes",
    by: "storage",
  },
  lastPosition: {
    what: "a last position on disk, with indexes",
    least: 326,
    most: 326,
    unit: "bytes",
    by: "storage",
  },
  notification: {
    what: "a notification on disk, with indexes",
    least: 239,
    most: 239,
    unit: "bytes",
    by: "storage",
  },
} satisfies Record<string, Cost>;

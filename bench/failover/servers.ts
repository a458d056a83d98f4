/** What happens to the primary. */
export const WAYS = ["killed", "cut", "lag", "patroni", "etcd"] as const;
export type Way = (typeof WAYS)[number];

/** Two PostgreSQL servers behind one address: a primary, and a standby that follows it. */
export interface Servers {
  /** The common address. */
  readonly url: string;
  /** The present primary's own address. */
  readonly primary: string;
  /** Prepares the failure, before the alert is published. */
  prepare(way: Way): Promise<void>;
  /** Makes the primary fail. */
  lose(way: Way): Promise<void>;
  /** Waits until there is a primary again. */
  promoted(): Promise<void>;
  /** Makes a new standby. From then on, no commit is acknowledged without it. */
  follow(): Promise<void>;
  remove(): Promise<void>;
}

export const urlOf = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`;

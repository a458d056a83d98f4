/** What happens to the primary. */
export const WAYS = ["killed", "cut", "lag", "patroni", "etcd"] as const;
export type Way = (typeof WAYS)[number];

/** Two PostgreSQL servers, of which one follows the other, behind one address. */
export interface Servers {
  /** The address. */
  readonly url: string;
  /** The present primary, without the address. */
  readonly primary: string;
  /** Prepares what has to be there before the alert. */
  prepare(way: Way): Promise<void>;
  /** Takes the primary away. */
  lose(way: Way): Promise<void>;
  /** Returns when there is a primary again. */
  promoted(): Promise<void>;
  /** Makes a new standby. No commit is acknowledged without it from now on. */
  follow(): Promise<void>;
  remove(): Promise<void>;
}

export const urlOf = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`;

import { TRY_AGAIN_LATER } from "./close-codes.ts";
import type { Connection } from "./connection.ts";

/** The share of all connections that one address may have without known users. */
const OF_AN_ADDRESS = 1 / 20;
/** The most connections of a user. */
const OF_A_USER = 100;

/**
 * Counts connections by user, or by address if the user is not known. If there are too many, the oldest is closed:
 * nobody can keep others out by filling the places of an address, perhaps a carrier's. Phones send their token at once.
 */
export class Places {
  readonly #mostOfAddress: number;
  /** By user or address, the oldest connections first. */
  readonly #crowds = new Map<string, Set<Connection>>();
  readonly #crowdOf = new Map<Connection, string>();

  constructor(maxConnections: number) {
    this.#mostOfAddress = Math.ceil(maxConnections * OF_AN_ADDRESS);
  }

  /** Counts a connection for its address. */
  enter(connection: Connection, address: string): void {
    this.#move(connection, `address ${address}`, this.#mostOfAddress);
  }

  /** Counts a connection for its user from now on, if its token was valid. */
  recognize(connection: Connection): void {
    const { identity } = connection;
    if (identity) this.#move(connection, `user ${identity.userId}`, OF_A_USER);
  }

  /** The number of operations that run on all connections of this connection's user. */
  operationsBeside(connection: Connection): number {
    if (!connection.identity) return 0;
    const crowd = this.#crowds.get(this.#crowdOf.get(connection) ?? "") ?? [];
    return [...crowd].reduce((sum, { operations }) => sum + Object.keys(operations).length, 0);
  }

  leave(connection: Connection): void {
    const name = this.#crowdOf.get(connection);
    if (name === undefined) return;
    this.#crowdOf.delete(connection);
    const crowd = this.#crowds.get(name);
    crowd?.delete(connection);
    if (crowd?.size === 0) this.#crowds.delete(name);
  }

  #move(connection: Connection, name: string, most: number): void {
    this.leave(connection);
    const crowd = this.#crowds.get(name) ?? new Set();
    this.#crowds.set(name, crowd.add(connection));
    this.#crowdOf.set(connection, name);
    if (crowd.size <= most) return;
    const [oldest] = crowd as Set<Connection>;
    this.leave(oldest as Connection);
    oldest?.end(TRY_AGAIN_LATER, "Too many connections.");
  }
}

import { type Connection, TRY_AGAIN_LATER } from "./connection.ts";

/** The share of all connections that one address may have without known users. */
const MAX_ADDRESS_SHARE = 1 / 20;
const MAX_USER_CONNECTIONS = 100;

/**
 * Counts connections by user, or by address if the user is not known. If there are too many, the oldest is closed:
 * nobody can keep others out by filling the places of an address, perhaps a carrier's. Phones send their token at once.
 */
export class Places {
  readonly #maxOfAddress: number;
  /** By user or address, the oldest connections first. */
  readonly #crowds = new Map<string, Set<Connection>>();

  constructor(maxConnections: number) {
    this.#maxOfAddress = Math.ceil(maxConnections * MAX_ADDRESS_SHARE);
  }

  /** Counts a connection for its address. */
  enter(connection: Connection, address: string): void {
    this.#move(connection, `address ${address}`, this.#maxOfAddress);
  }

  /** Counts a connection for its user from now on, if its token was valid. */
  recognize(connection: Connection): void {
    const { identity } = connection;
    if (identity) this.#move(connection, `user ${identity.userId}`, MAX_USER_CONNECTIONS);
  }

  #move(connection: Connection, place: string, most: number): void {
    this.leave(connection);
    connection.place = place;
    const crowd = this.#crowds.get(place) ?? new Set();
    this.#crowds.set(place, crowd.add(connection));
    if (crowd.size <= most) return;
    const [oldest] = crowd as Set<Connection>;
    this.leave(oldest as Connection);
    oldest?.end(TRY_AGAIN_LATER, "Too many connections.");
  }

  leave(connection: Connection): void {
    const crowd = this.#crowds.get(connection.place);
    crowd?.delete(connection);
    if (crowd?.size === 0) this.#crowds.delete(connection.place);
  }

  /** The number of operations on all connections of this connection's user. */
  operationsBeside({ identity, place }: Connection): number {
    const crowd = identity ? [...(this.#crowds.get(place) ?? [])] : [];
    return crowd.reduce((sum, { operations }) => sum + Object.keys(operations).length, 0);
  }
}

import type { ClientBase } from "pg";

/**
 * PostgreSQL ends the session of a host that has vanished within 11 seconds, not after hours, and one that stands still
 * after $1 milliseconds. So neither keeps a lock that it holds between two statements.
 */
const LIMIT = {
  name: "limit-session",
  text: `select set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),
      set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '10000', false),
      set_config('idle_session_timeout', $1, false)`,
};

const limited = new WeakSet<ClientBase>();

/** Limits how long a connection may be idle, in the round trip of its next statement. */
export function limitSession(client: ClientBase, idle: number): void {
  if (limited.has(client)) return;
  limited.add(client);
  client.query({ ...LIMIT, values: [idle] }).catch(() => limited.delete(client));
}

import type { ClientBase } from "pg";

/**
 * Makes PostgreSQL end a session 11 seconds after its host has vanished instead of after hours, and an idle session
 * after $1 milliseconds. So a host that vanishes or stands still does not keep a lock that it holds between statements.
 */
const LIMIT = {
  name: "limit-session",
  text: `select set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),
      set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '10000', false),
      set_config('idle_session_timeout', $1, false)`,
};

const limited = new WeakSet<ClientBase>();

/** Sets these limits on a connection, in the round trip of its next statement. */
export function limitSession(client: ClientBase, idle: number): void {
  if (limited.has(client)) return;
  limited.add(client);
  client.query({ ...LIMIT, values: [idle] }).catch(() => limited.delete(client));
}

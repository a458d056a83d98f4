/** A pooler in transaction mode, such as PgBouncer: a client has a session for one transaction. */
export function transactionPooler() {
  const free = [1, 2, 3];
  const asked: string[] = [];
  const connect = async () => {
    let held: number | undefined;
    return {
      async query(sql: string) {
        asked.push(sql);
        const pid = held ?? (free.shift() as number);
        held = sql === "begin" || (held && sql !== "commit") ? pid : undefined;
        if (!held) free.unshift(pid);
        return { rows: [{ pid }] };
      },
      release() {
        asked.push("release");
      },
    };
  };
  return { connect, asked };
}

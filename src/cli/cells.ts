import "../ops/graphile-env.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import pg from "pg";
import { log } from "../ops/log.ts";
import { CommandError, runCommand } from "./run-command.ts";
import { table } from "./standard-output.ts";
import { withDatabase } from "./with-database.ts";

type Queryable = Pick<pg.Pool, "query">;

/** The first id of an alert that a cell publishes by itself. The head's ids stay below. */
const FIRST_OWN_ID = 1_000_000_000;

/** The publications, and the subscription of a cell. */
const ALERTS = "alerts_of_head";
const FIGURES = "figures_of_cell";

async function one<T>(database: Queryable, text: string, ...values: unknown[]): Promise<T> {
  const { rows } = await database.query(text, values);
  return rows[0] as T;
}

interface Server {
  walLevel: string;
  migration: string;
  maySubscribe: boolean;
  hasWorkers: boolean;
  database: string;
}

const SERVER = `
  select current_setting('wal_level') as "walLevel",
    (select max(m.filename) from graphile_migrate.migrations m) as migration,
    (select rolsuper from pg_roles where rolname = current_user) or exists (
      select from pg_roles r where r.rolname = 'pg_create_subscription' and pg_has_role(r.oid, 'member')) as "maySubscribe",
    (select count(*) from pg_subscription) + 2 <= current_setting('max_logical_replication_workers')::int as "hasWorkers",
    (select system_identifier from pg_control_system()) || ' ' || current_database() as database`;

async function requireServer(database: Queryable, who: string): Promise<Server> {
  const server = await one<Server>(database, SERVER);
  if (server.walLevel !== "logical") {
    throw new CommandError(
      `${who} has wal_level = ${server.walLevel}: set wal_level = logical, and restart PostgreSQL.`,
    );
  }
  if (!server.maySubscribe) {
    throw new CommandError(
      `The login at ${who.toLowerCase()} may not create subscriptions: use a superuser, or from PostgreSQL 16 on an owner with the role pg_create_subscription.`,
    );
  }
  if (!server.hasWorkers) {
    throw new CommandError(
      `${who} has too few workers for one more subscription: raise max_logical_replication_workers and max_worker_processes, and restart PostgreSQL.`,
    );
  }
  return server;
}

/** Lets a login read the tables that it follows. */
async function allow(database: Queryable, login: string, tables: readonly string[]): Promise<void> {
  const { user = "" } = new pg.Client({ connectionString: login });
  const [role, policy] = [user, `read_by_${user}`].map(pg.escapeIdentifier);
  await database.query(`grant usage on schema app_private to ${role}`);
  for (const table of tables) {
    await database.query(`grant select on ${table} to ${role}`);
    await database.query(`drop policy if exists ${policy} on ${table}`);
    await database.query(`create policy ${policy} on ${table} for select to ${role} using (true)`);
  }
}

/** Ends a subscription, even if the server that it follows is gone. */
async function dropSubscription(database: Queryable, name: string): Promise<void> {
  const found = await one(
    database,
    "select from pg_subscription s join pg_database d on d.oid = s.subdbid where s.subname = $1 and d.datname = current_database()",
    name,
  );
  if (!found) return;
  await database.query(`alter subscription ${name} disable`);
  await database.query(`alter subscription ${name} set (slot_name = none)`);
  await database.query(`drop subscription ${name}`);
}

const RETRY_INTERVAL_MS = 100;
const SLOT_TRIES = 50;
const COPY_TRIES = 600;

async function dropSlot(database: Queryable, slot: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { rows } = await database.query<{ active: boolean }>(
      "select active from pg_replication_slots where slot_name = $1",
      [slot],
    );
    if (!rows[0]) return;
    if (!rows[0].active) break;
    if (tries === SLOT_TRIES) {
      throw new CommandError(
        `Another server still follows the replication slot ${slot}: stop that server first.`,
      );
    }
    await sleep(RETRY_INTERVAL_MS);
  }
  await database.query("select pg_drop_replication_slot($1)", [slot]);
}

/** A publication with its slot, and the subscription that follows it. */
interface Flow {
  from: Queryable;
  publication: string;
  tables: readonly string[];
  slot: string;
  login: string;
  to: Queryable;
  subscription: string;
}

/** A network that is cut shall be noticed within seconds, not by the kernel's own timeout of a quarter of an hour. */
function withTimeouts(login: string): string {
  const url = new URL(login);
  const timeouts = {
    keepalives_idle: "10",
    keepalives_interval: "5",
    keepalives_count: "3",
    tcp_user_timeout: "20000",
  };
  for (const [name, value] of Object.entries(timeouts)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  }
  return url.href;
}

async function hasFailoverSlots(database: Queryable): Promise<boolean> {
  const version = "select current_setting('server_version_num')::int as version";
  return (await one<{ version: number }>(database, version)).version >= 170_000;
}

const COPIED = `
  select bool_and(r.srsubstate = 'r') as copied
    from pg_subscription s join pg_subscription_rel r on r.srsubid = s.oid join pg_database d on d.oid = s.subdbid
    where s.subname = $1 and d.datname = current_database()`;

/** Makes a flow, or makes it anew: then all rows are copied again, and triggers leave out those that came before. */
async function connect({ from, publication, tables, slot, login, to, subscription }: Flow) {
  await dropSubscription(to, subscription);
  await dropSlot(from, slot);
  if (!(await one(from, "select from pg_publication where pubname = $1", publication))) {
    await from.query(`create publication ${publication} for table ${tables.join()}`);
  }
  // From 17 on a standby can copy the slot, and a failover keeps it.
  const [slotOption, option] = [
    (await hasFailoverSlots(from)) ? ", failover => true" : "",
    (await hasFailoverSlots(to)) ? ", failover = true" : "",
  ];
  // The slot comes first: a subscription to the same server would wait for itself to make it.
  await from.query(`select pg_create_logical_replication_slot($1, 'pgoutput'${slotOption})`, [
    slot,
  ]);
  await to.query(
    `create subscription ${subscription} connection ${pg.escapeLiteral(withTimeouts(login))} publication ${publication}
      with (create_slot = false, slot_name = ${pg.escapeLiteral(slot)}${option})`,
  );
  for (
    let tries = 1;
    !(await one<{ copied: boolean }>(to, COPIED, subscription)).copied;
    tries += 1
  ) {
    if (tries === COPY_TRIES) {
      throw new CommandError(
        `The subscription ${subscription} is set up, but has copied nothing yet: the log of its PostgreSQL says why.`,
      );
    }
    await sleep(RETRY_INTERVAL_MS);
  }
}

/** Alerts of a database that a head cannot share, by their ids. */
const OWN_IDS = `
  select coalesce(array_agg(a.id), '{}') as ids, coalesce(max(a.id), 0) as last from app_public.alerts a
    where a.id < $1 and a.user_id is distinct from (select c.head_user_id from app_private.cell c)`;
const SHARED_IDS = `
  select min(a.id) as id from app_public.alerts a
    where a.id = any ($1) and (app_private.is_active(a.active, a.expires_at)
      or exists (select from app_private.sent_alerts s where s.alert_id = a.id))`;
const RAISE_IDS = `
  select setval(s.name, greatest($1, (select coalesce(pg_sequence_last_value(s.name), 1))))
    from (select pg_get_serial_sequence('app_public.alerts', 'id')::regclass as name) s`;
const SEND_ACTIVE = `
  select app_private.send_to_cells(a, app_private.published_at(a)) from app_public.alerts a
    where app_private.is_active(a.active, a.expires_at)`;
const BECOME_CELL = `
  with head as (
    insert into app_public.users (email, name, address)
      select 'head@cells.invalid', 'Head', '' where not exists (select from app_private.cell) returning id
  )
  insert into app_private.cell (name, head_user_id) select $1, h.id from head h`;

async function addCell(
  head: pg.Pool,
  cell: pg.Client,
  name: string,
  { cellLogin, headLogin }: { cellLogin: string; headLogin: string },
): Promise<void> {
  const [above, below] = [
    await requireServer(head, "The head"),
    await requireServer(cell, "The cell"),
  ];
  if (above.database === below.database) {
    throw new CommandError("A database cannot be its own cell: --cell is the head.");
  }
  if (below.migration < above.migration) {
    throw new CommandError(
      `The cell is at migration ${below.migration}, and the head at ${above.migration}: migrate all cells first, and then the head.`,
    );
  }
  const present = await one<{ name: string }>(cell, "select name from app_private.cell");
  if (present && present.name !== name) {
    throw new CommandError(
      `This database is the cell ${present.name} already: remove it there first.`,
    );
  }
  const own = await one<{ ids: number[]; last: number }>(cell, OWN_IDS, FIRST_OWN_ID);
  const { id } = await one<{ id: number | null }>(head, SHARED_IDS, own.ids);
  if (id !== null) {
    throw new CommandError(
      `Alert ${id} of the head and of the cell have the same id. Make the cell on an empty database, and move its people there: export-data and import-data.`,
    );
  }
  await head.query(RAISE_IDS, [own.last]);
  await cell.query(RAISE_IDS, [FIRST_OWN_ID]);
  await cell.query(BECOME_CELL, [name]);
  const followed = {
    alerts: ["app_private.sent_alerts"],
    figures: ["app_private.cell_states", "app_private.cell_figures"],
  };
  await allow(head, headLogin, followed.alerts);
  await allow(cell, cellLogin, followed.figures);
  const asker = pg.escapeIdentifier(new pg.Client({ connectionString: cellLogin }).user ?? "");
  await cell.query(`grant execute on function app_private.cell_reach(jsonb) to ${asker}`);
  const down = { from: head, publication: ALERTS, tables: followed.alerts };
  await connect({
    ...down,
    slot: `alerts_${name}`,
    login: headLogin,
    to: cell,
    subscription: ALERTS,
  });
  // The head has sent nothing before it had a cell.
  await head.query(SEND_ACTIVE);
  const figures = `figures_${name}`;
  const up = { from: cell, publication: FIGURES, tables: followed.figures };
  await connect({ ...up, slot: figures, login: cellLogin, to: head, subscription: figures });
  await head.query(
    "insert into app_private.cells (name, url) values ($1, $2) on conflict (name) do update set url = excluded.url",
    [name, cellLogin],
  );
}

async function removeCell(head: pg.Pool, cell: pg.Client | undefined, name: string): Promise<void> {
  if (!(await one(head, "select from app_private.cells where name = $1", name))) {
    throw new CommandError(`This head has no cell ${name}: npm run cells -- list names them.`);
  }
  if (cell) await dropSubscription(cell, ALERTS);
  await dropSubscription(head, `figures_${name}`);
  await dropSlot(head, `alerts_${name}`);
  if (cell) {
    await dropSlot(cell, `figures_${name}`);
    await cell.query(`drop publication if exists ${FIGURES}`);
    await cell.query("delete from app_private.cell where name = $1", [name]);
  }
  await head.query("delete from app_private.cell_states where cell = $1", [name]);
  await head.query("delete from app_private.cells where name = $1", [name]);
  if (!(await one(head, "select from app_private.cells"))) {
    await head.query(`drop publication ${ALERTS}`);
  }
}

const LIST = `
  select c.name, coalesce(s.people::text, '') as people,
      coalesce(extract(epoch from now() - s.received_at)::int || ' s ago', 'never') as reported,
      coalesce(pg_size_pretty(pg_wal_lsn_diff(pg_current_wal_lsn(), r.confirmed_flush_lsn)), 'lost') as behind,
      case when r.active then 'yes' else 'no' end as down, case when w.pid is not null then 'yes' else 'no' end as up
    from app_private.cells c
    left join app_private.cell_states s on s.cell = c.name
    left join pg_replication_slots r on r.slot_name = 'alerts_' || c.name and r.wal_status <> 'lost'
    left join pg_stat_subscription w on w.subname = 'figures_' || c.name and w.relid is null
    order by c.name`;

/** Runs a function with the head's database, which must be a PostgreSQL server. */
const onHead = (run: (head: pg.Pool, headUrl: string) => Promise<void>) =>
  withDatabase(async ({ kind, pool, connectionString }) => {
    if (kind === "embedded") {
      throw new CommandError(
        "The embedded database replicates nothing, so it can be no head and no cell: set DATABASE_URL to a PostgreSQL server.",
      );
    }
    await run(pool, connectionString);
  }, log);

async function withCell(url: string, run: (cell: pg.Client) => Promise<void>): Promise<void> {
  const cell = new pg.Client({ connectionString: url });
  cell.on("error", () => {});
  try {
    await cell.connect();
  } catch (error) {
    throw new CommandError(`Cannot reach the cell's database: ${(error as Error).message}`);
  }
  try {
    await run(cell);
  } finally {
    await cell.end();
  }
}

/** `npm run cells -- …`: databases whose people get the alerts of this one. */
const program = new Command("npm run cells --")
  .description(
    "Sets up cells: services whose people get the alerts that the head, DATABASE_URL, publishes.",
  )
  .showHelpAfterError("(--help shows all commands)");

program
  .command("add <name>")
  .description("makes a database a cell of this head; once more, it sets the connection up anew")
  .requiredOption("--cell <url>", "the cell's database, as a login that may subscribe")
  .option("--cell-login <url>", "how the head reaches the cell later (default: as --cell)")
  .option("--head-login <url>", "how the cell reaches the head (default: as DATABASE_URL)")
  .action(
    async (name: string, options: { cell: string; cellLogin?: string; headLogin?: string }) => {
      if (!/^[a-z][a-z0-9_]{0,39}$/.test(name)) {
        throw new CommandError(
          "A cell's name has up to 40 of a-z, 0-9 and _, and begins with a letter.",
        );
      }
      await onHead(async (head, headUrl) => {
        const { cell: url, cellLogin = url, headLogin = headUrl } = options;
        await withCell(url, (cell) => addCell(head, cell, name, { cellLogin, headLogin }));
        process.stdout.write(`${name} gets each alert of this head from now on.\n`);
      });
    },
  );

program
  .command("list")
  .description("shows the cells, and how far behind each is")
  .action(async () => {
    await onHead(async (head) => {
      const { rows } = await head.query<Record<string, string>>(LIST);
      const heading = ["cell", "people", "reported", "behind", "alerts go down", "figures come up"];
      const cells = rows.map((row) => Object.values(row));
      process.stdout.write(`${table(heading, cells)}\n`);
    });
  });

program
  .command("remove <name>")
  .description("ends a cell; it keeps its people and the alerts that it has")
  .option("--cell <url>", "the cell's database; without it, only the head's part is removed")
  .action(async (name: string, { cell: url }: { cell?: string }) => {
    await onHead(async (head) => {
      if (url === undefined) await removeCell(head, undefined, name);
      else await withCell(url, (cell) => removeCell(head, cell, name));
      process.stdout.write(
        url === undefined
          ? `The head has let go of ${name}, which may go on asking for alerts. With --cell, its part is removed too.\n`
          : `${name} is a cell no longer.\n`,
      );
    });
  });

runCommand(async () => {
  await program.parseAsync();
  return 0;
});

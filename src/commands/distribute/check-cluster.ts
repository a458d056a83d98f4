import type { ClientBase } from "pg";
import { CommandError } from "../run-command.ts";

/** The oldest Citus that this is tested with. */
const OLDEST_CITUS = 13;

/** What a node reports about itself. */
interface Node {
  node: string;
  postgresql: string;
  citus: string | null;
  postgis: string | null;
}

const COORDINATOR = `select
    exists (select from pg_extension where extname = 'citus') as "hasCitus",
    exists (select from pg_extension where extname = 'citus')
      and has_function_privilege('app_user', to_regprocedure('pg_catalog.relation_is_a_known_shard(regclass)'), 'execute') as "mayCall",
    (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
    (select count(*)::integer from pg_stat_activity a
      where a.datname = current_database() and a.application_name ~ '^location-alert (host|jobs|publication)') as "connections"`;

const NODES = `select n.nodename || ':' || n.nodeport as node, r.success, r.result, n.groupid = 0 as "isCoordinator"
    from run_command_on_all_nodes($command$
      select json_build_object(
        'postgresql', current_setting('server_version_num')::integer / 10000,
        'citus', (select extversion from pg_extension where extname = 'citus'),
        'postgis', (select extversion from pg_extension where extname = 'postgis'))
    $command$) r
    join pg_dist_node n on n.nodeid = r.nodeid
    order by n.groupid`;

const missing = (what: string, nodes: Node[]) =>
  new CommandError(`${what} is missing on ${nodes.map(({ node }) => node).join(", ")}.`);

/** Throws a CommandError that says what to do, unless this is a coordinator that can distribute the database now. */
export async function checkCluster(client: ClientBase): Promise<void> {
  const { rows } = await client.query(COORDINATOR);
  const { hasCitus, mayCall, isSuperuser, connections } = rows[0];
  if (!hasCitus) {
    throw new CommandError(
      "This database has no Citus: create extension citus on all nodes, add the worker nodes, and create extension postgis.",
    );
  }
  if (!mayCall) {
    throw new CommandError(
      "Only the owner may call the functions of Citus, because it was created after the migrations: drop and create the extension as docs/citus.md says.",
    );
  }
  if (!isSuperuser)
    throw new CommandError("Distribute as a superuser: roles are changed on all nodes.");
  if (connections > 0) {
    throw new CommandError(
      `The service is connected (${connections} connections): stop all hosts and workers first.`,
    );
  }
  await checkNodes(client);
}

async function checkNodes(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{
    node: string;
    success: boolean;
    result: string;
    isCoordinator: boolean;
  }>(NODES);
  if (!rows.some(({ isCoordinator }) => isCoordinator)) {
    throw new CommandError(
      "This server is not the coordinator of a cluster: call citus_set_coordinator_host() here, and citus_add_node() for each worker node.",
    );
  }
  if (rows.length < 2) {
    throw new CommandError("The cluster has no worker node: call citus_add_node() for each.");
  }
  const silent = rows.find(({ success }) => !success);
  if (silent) throw new CommandError(`${silent.node} cannot be asked: ${silent.result}`);
  const nodes = rows.map(({ node, result }): Node => ({ node, ...JSON.parse(result) }));
  const noPostgis = nodes.filter(({ postgis }) => postgis === null);
  if (noPostgis.length > 0) throw missing("PostGIS", noPostgis);
  for (const name of ["postgresql", "citus", "postgis"] as const) {
    const versions = new Set(nodes.map((node) => node[name]));
    if (versions.size > 1) {
      throw new CommandError(
        `The nodes have different versions of ${name}: ${nodes.map((node) => `${node.node} ${node[name]}`).join(", ")}.`,
      );
    }
  }
  const { citus } = nodes[0] as Node;
  if (Number.parseInt(citus ?? "", 10) < OLDEST_CITUS) {
    throw new CommandError(`Citus ${citus} is too old: ${OLDEST_CITUS} or newer is needed.`);
  }
}

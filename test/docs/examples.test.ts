/** @database both */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { isNative } from "../helpers/database.ts";
import { startTestService, type TestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { type Block, blocksOf, PAGES, type Page, PROJECT, pageAt } from "./markdown.ts";
import { openShell, type Shell } from "./shell.ts";

/**
 * The order in which a reader follows the pages: the README's five minutes come first, and the end of their alert comes
 * last.
 */
const ORDER = [
  "README.md",
  "docs/analysts.md",
  "docs/dba.md",
  "docs/install.md",
  "docs/operations.md",
];
const pages = [...ORDER.map(pageAt), ...PAGES.filter(({ path }) => !ORDER.includes(path))].map(
  // recipes.test.ts applies the recipes.
  ({ path, text }) => ({ path, text: text.split("\n## Recipes\n", 1)[0] as string }),
);

/** The reasons why some examples are not run here, by the example's first line. */
const NOT_RUN: Record<string, string> = {
  "npm ci && npm start": "never ends; test/http/start.test.ts starts it",
  "npm ci && npm test": "is what runs now",
  "createuser --createrole --pwprompt location_alert":
    "takes a superuser; test/database/owner.test.ts",
  "export DATABASE_URL=postgres://location_alert:password@localhost/alerts":
    "ends in npm start, which never ends",
  "export HOSTS=auto": "ends in npm start, which never ends",
  'psql --command "grant app_anonymous, app_user, app_viewer, app_author, app_approver, app_manager, app_viewer_everywhere,':
    "takes a second owner; test/database/owner.test.ts",
  "npm run migrate -- status": "test/commands/migrate.test.ts runs the commands",
  "cp compose/systemd/* /etc/systemd/system": "takes root",
  "bash compose/prepare": "takes Docker; test/compose runs it in a copy",
  "printf 'COMPOSE_PROFILES=backup,monitoring,tls\\nSITE=alerts.example.org\\n' > .env":
    "takes Docker",
  "printf 'COMPOSE_FILE=docker-compose.yml:compose/ha.yml\\n' >> .env":
    "takes Docker; test/compose/ha.test.ts",
  "docker compose up --detach --wait database && docker compose stop service &&":
    "test/compose/database.test.ts runs it",
  "docker compose stop service &&": "test/compose/database.test.ts runs it",
  "docker compose up --detach": "takes Docker",
  "test ! -f backups/erasures ||": "takes Docker",
  "pg_dump --format custom --file alerts.dump.part $DATABASE_URL && mv alerts.dump.part alerts.dump":
    "test/docs/backup.test.ts runs it",
  "PLAIN='/^--|^\\\\(un)?restrict /d; s/ AS level_alert,$/,/'": "test/docs/backup.test.ts runs it",
  "npm run restored": "test/docs/backup.test.ts runs it",
  'pg_restore --list alerts.dump | grep -v -e "COMMENT - EXTENSION" -e "spatial_ref_sys" > items':
    "test/docs/backup.test.ts runs it",
  "archive_mode = on": "is a part of postgresql.conf; test/docs/backup.test.ts sets it",
  "restore_command = 'cp /archive/%f %p'":
    "is a part of postgresql.conf; test/docs/backup.test.ts sets it",
  'psql --command "delete from app_private.devices" $DATABASE_URL':
    "ends in npm start, which never ends; test/docs/backup.test.ts",
  'pg_basebackup --pgdata "/backup/$(date -I)" --checkpoint fast':
    "test/docs/backup.test.ts runs it",
  "psql --no-align --tuples-only --output zones.geojson --command \"select json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(st_asgeojson(z, 'zone')::json), '[]')) from (select key, alert_id, version, level, event, zone from analytics.zones) z\" $ANALYTICS_URL":
    "test/docs/analysts.test.ts runs it",
  'ogr2ogr -f GeoJSON zones.geojson "PG:$ANALYTICS_URL" analytics.zones':
    "test/docs/analysts.test.ts runs it, if GDAL is there",
  "duckdb -c \"copy (from 'presence.csv') to 'presence.parquet' (format parquet)\"":
    "test/docs/analysts.test.ts runs it, if DuckDB is there",
  "npm run export-data -- alerts.data.gz": "takes a server; test/commands/transfer.test.ts",
  "delete from pg_catalog.pg_statistic;": "test/erasure/bytes.test.ts runs it",
  "npm run bench -- http": ".ci/run runs it with --small",
  "npm test": "is what runs now",
  '{"level":"info","time":"2026-11-22T12:18:05.060Z",': "test/log shows the log",
  "DOCUMENTS=50000 SEED=7 npm test -- test/fast-path/proof": "takes a quarter of an hour",
  "npm run cells -- add milano --cell postgres://owner@milano/alerts --cell-login postgres://reader@milano/alerts --head-login postgres://reader@head/alerts":
    "takes two servers: test/cells runs it",
  "-- At the head:": "takes two servers with wal_level = logical",
  "npm run typecheck": ".ci/run runs the checks",
  "docker run --detach --name alerts-dev --publish 5432:5432 --env POSTGRES_PASSWORD=password postgis/postgis:17-3.5":
    "takes Docker",
  "export ROOT_DATABASE_URL=postgres://postgres:password@localhost/postgres":
    "test/docs/recipes.test.ts runs it",
  'import { ApolloClient, HttpLink, InMemoryCache, split } from "@apollo/client";':
    "takes a library that is not here",
};
const firstLine = ({ code }: Block) => code.split("\n", 1)[0] as string;
/** JSON that nothing prints is a payload: payloads.test.ts compares it. "text" is a drawing. */
const isRun = (block: Block) =>
  !(firstLine(block) in NOT_RUN) && !["json", "text"].includes(block.language);

let service: TestService;
let shell: Shell;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "las-examples-"));
  service = await startTestService();
  const { databaseUrl, dataDir } = service.config;
  shell = openShell({
    ...process.env,
    PORT: String(service.port),
    ADMIN_PASSWORD: "admin-password",
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: dataDir }),
    // Leaves out npm's own lines around a command's output.
    npm_config_loglevel: "silent",
  });
});
afterAll(async () => {
  shell?.close();
  await service?.stop();
  await rm(directory, { recursive: true });
});

const here = (code: string) =>
  code
    .replaceAll("localhost:4000", `localhost:${service.port}`)
    // Keeps an example's files out of the project.
    .replaceAll(/> (\w+\.csv)$/gm, `> ${directory}/$1`);
const lines = (text: string) =>
  text
    .split("\n")
    .map((line) => line.replaceAll(/\s+/g, " ").trim())
    .filter(Boolean);

const escapeRegExp = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Expects what a page prints, as a pattern: "…" stands for anything. */
function expectPrinted(actual: string, printed: string): void {
  const patterns = lines(printed);
  const answers = lines(actual.replaceAll("}{", "}\n{"));
  expect(answers).toEqual(
    patterns.map((line) =>
      line.includes("…")
        ? expect.stringMatching(new RegExp(`^${line.split("…").map(escapeRegExp).join(".*")}$`))
        : line,
    ),
  );
}

/** Returns a block's SQL without its includes of graphile-migrate, which are not on the page. */
const statementsOf = ({ code }: Block) => code.replaceAll(/^--! include .*$/gm, "");

/**
 * Runs a block after the earlier SQL blocks of its page, in a transaction that is rolled back. A block that only reads
 * runs as an analyst.
 */
async function runSql(block: Block, page: Page): Promise<{ names: string[]; rows: string[][] }> {
  const client = await service.owner.connect();
  try {
    await client.query("begin");
    for (const earlier of blocksOf(page)) {
      if (earlier.place === block.place) break;
      if (earlier.language === "sql") await client.query(statementsOf(earlier));
    }
    if (block.code.startsWith("select ")) await client.query("set local role app_analyst");
    // Several statements have several results; the one that has columns is printed.
    const results = [await client.query({ text: statementsOf(block), rowMode: "array" })].flat();
    const result = results.findLast(({ fields }) => fields?.length > 0);
    return {
      names: result?.fields.map(({ name }) => name) ?? [],
      rows: (result?.rows ?? []).map((row) => (row as unknown as unknown[]).map(String)),
    };
  } finally {
    await client.query("rollback");
    client.release();
  }
}

/**
 * Runs commands, and returns what they print. On a busy machine the database may take longer than /readyz waits, so it
 * is asked again.
 */
async function runCommands(code: string): Promise<string> {
  const run = () => shell.run(here(code));
  const isAnswered = (answer: string) => !answer.includes('"status":"unavailable"');
  return code.includes("/readyz") ? await until(run, isAnswered) : await run();
}

/** Returns the function calls in a page's tables. */
const callsOf = ({ text }: Page) =>
  [...text.matchAll(/^\| [^|]+ \| `(app_\w+\.\w+\(.*?\))`/gm)].map(([, call = ""]) => call);

/** Reads a table as psql prints it. */
function tableOf(printed: string): { names: string[]; rows: string[][] } {
  const cells = (line: string) => line.split("|").map((cell) => cell.trim());
  const [head = "", , ...rows] = printed.trimEnd().split("\n");
  return { names: cells(head), rows: rows.map(cells) };
}

/** Runs the page's program, which follows Rita's notifications, and publishes the alert until it prints one. */
async function runProgram(code: string): Promise<string> {
  const publish = blocksOf(pageAt("README.md")).find(({ code }) => code.includes("newAlert"));
  const env = { ...process.env, RITA: (await shell.run("echo $RITA")).trim() };
  const program = spawn(process.execPath, ["--input-type=module"], { cwd: PROJECT, env });
  let printed = "";
  for (const stream of [program.stdout, program.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  program.stdin.end(here(code));
  try {
    let tries = 0;
    await until(async () => {
      tries += 1;
      await shell.run((publish as Block).code.replace("Expect closed roads.", `Try ${tries}.`));
      return printed.includes("\n");
    });
    return printed.split("\n", 1)[0] as string;
  } finally {
    program.kill();
  }
}

/** On the embedded database only those of the README, which starts it. */
const runPages = pages.filter(({ path }) => isNative || path === "README.md");

describe.each(runPages.filter((page) => blocksOf(page).some(isRun)))("$path", (page) => {
  test.each(blocksOf(page).filter(isRun))("$place works as printed", async (block) => {
    const { language, code, printed } = block;
    switch (language) {
      case "sh": {
        const answer = await runCommands(code);
        if (printed !== undefined) expectPrinted(answer, printed);
        return;
      }
      case "sql": {
        const result = await runSql(block, page);
        if (printed !== undefined) expect(result).toEqual(tableOf(printed));
        return;
      }
      case "js":
        expectPrinted(await runProgram(code), printed as string);
        return;
      default:
        throw new Error(`Nothing runs "${language}": run it here, or say in NOT_RUN why not.`);
    }
  });
});

test("examples that write npm's output into files or pipes use `npm run --silent`", () => {
  const commands = pages.flatMap(blocksOf).flatMap(({ code }) => code.split("\n"));
  const written = commands.filter((command) => /npm run [^>|]* -- .*[^|][>|] /.test(command));
  expect(written.length).toBeGreaterThan(0);
  expect(written.filter((command) => !command.includes("npm run --silent "))).toEqual([]);
});

test("each example in the list of those that are not run is still on a page", () => {
  const all = new Set(pages.flatMap(blocksOf).map(firstLine));
  expect(Object.keys(NOT_RUN).filter((line) => !all.has(line))).toEqual([]);
});

test.each(callsOf(pageAt("docs/dba.md")))("%s is a valid call in the database", async (call) => {
  const values = call.replaceAll(/\b(user_)?id\b/g, "1").replaceAll(/\b(user_)?ids\b/g, "'{}'");
  await service.owner.query(`explain select ${values}`);
});

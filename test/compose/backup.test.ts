import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { PROJECT } from "../docs/markdown.ts";

const DAY = 86_400_000;

let directory: string;
let backups: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "las-backups-"));
  backups = join(directory, "backups");
  await mkdir(backups);
  await writeFile(join(directory, "owner-password"), "secret");
  const script = await readFile(join(PROJECT, "compose/backup/backup.sh"), "utf8");
  await writeFile(join(directory, "backup.sh"), script.replaceAll("/run/secrets", directory));
});
afterEach(() => rm(directory, { recursive: true }));

/** Writes a file that is `days` days old. */
async function keep(name: string, days: number): Promise<void> {
  const file = join(backups, name);
  await writeFile(file, "");
  const at = new Date(Date.now() - days * DAY);
  await utimes(file, at, at);
}

/**
 * Runs the script until it has dumped once with each status. Returns the files during the last dump, the files after
 * it, and the length of each wait.
 */
async function backUp(
  statuses: number[],
  takes = 0,
  mode: string[] = [],
): Promise<{ during: string[]; after: string[]; waits: string[] }> {
  // The fake program writes its file, as pg_dump does before it fails on a full disk.
  const program = `#!/bin/bash\nls "${backups}" > "${directory}/during"\nfor file; do :; done\necho dump > "$file"\n`;
  await writeFile(join(directory, "pg_dumpall"), program, { mode: 0o755 });
  await writeFile(join(directory, "waits"), "");
  const exit = `statuses=(${statuses.join(" ")})\nexit "\${statuses[$(wc -l < "${directory}/waits")]}"\n`;
  await writeFile(join(directory, "pg_dump"), `${program}${exit}`, { mode: 0o755 });
  const last = `[ "$(wc -l < "${directory}/waits")" = ${statuses.length} ]`;
  const sleep = `#!/bin/bash\necho "$1" >> "${directory}/waits"\n${last} || exit 0\necho It waits.\nexec /bin/sleep "$@"\n`;
  await writeFile(join(directory, "sleep"), sleep, { mode: 0o755 });
  // A clock that advances during the dump.
  const clock = `#!/bin/bash\n[ "$1" = +%s ] || exec /bin/date "$@"\n[ ! -e "${directory}/during" ] && echo 1000 || echo ${1000 + takes}\n`;
  await writeFile(join(directory, "date"), clock, { mode: 0o755 });
  const child = spawn("bash", [join(directory, "backup.sh"), ...mode], {
    env: {
      PATH: `${directory}:${process.env.PATH}`,
      PGDATABASE: "location_alert",
      BACKUP_FOLDER: backups,
      BACKUP_INTERVAL: "86400",
      BACKUP_DAYS: "14",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  child.stderr.resume();
  for await (const text of child.stdout.setEncoding("utf8")) {
    if (text.includes("It waits.")) child.kill();
  }
  await ended;
  const linesOf = async (name: string) =>
    (await readFile(join(directory, name), "utf8")).trim().split("\n");
  return {
    during: await linesOf("during"),
    after: (await readdir(backups)).sort(),
    waits: await linesOf("waits"),
  };
}

const isNew = (name: string) => !/^20(25|26-01)/.test(name);

test("a failed dump leaves no file, and old dumps are deleted before a dump starts", async () => {
  await keep("2025-12-30T030000Z.part", 2);
  await keep("2026-01-10T030000Z.dump", 20);
  await keep("2026-01-10T030000Z.roles.sql", 20);
  await keep("2026-01-29T030000Z.dump", 1);
  const { during, after } = await backUp([1]);
  expect(during.filter((name) => !isNew(name))).toEqual(["2026-01-29T030000Z.dump"]);
  expect(after).toEqual(["2026-01-29T030000Z.dump"]);
});

test("the newest dump is kept until another succeeds, and is then deleted if it is old", async () => {
  const kept = [
    "2025-12-29T030000Z.dump",
    "2025-12-30T030000Z.dump",
    "2025-12-30T030000Z.roles.sql",
  ];
  for (const name of kept) await keep(name, 30);
  expect((await backUp([1])).after).toEqual(kept.slice(1));
  const { during, after } = await backUp([0]);
  expect(during).toEqual(expect.arrayContaining(kept.slice(1)));
  expect(after.map((name) => name.replace(/^[^.]*Z/, ""))).toEqual([".dump", ".roles.sql"]);
  expect(after.filter((name) => !isNew(name))).toEqual([]);
});

test.each([
  ["after a short one", 0, "600"],
  ["after one that took longer than the interval", 90_000, "0"],
  ["but not later than the next one is due", 86_100, "300"],
])("a dump that fails is tried again ten minutes later, %s", async (_which, takes, wait) => {
  expect((await backUp([1], takes)).waits).toEqual([wait]);
});

test("dumps that keep failing are tried again at growing intervals, until one succeeds", async () => {
  const { waits } = await backUp([1, 1, 1, 0, 1]);
  expect(waits).toEqual(["600", "1200", "2400", "86400", "600"]);
});

test.each([
  ["short", 600, "85800"],
  ["longer than the interval", 90_000, "0"],
])("a dump that is %s does not move the next one to another hour", async (_how, takes, left) => {
  expect((await backUp([0], takes)).waits).toEqual([left]);
});

test.each([
  ["succeeds", 0, 2],
  ["fails", 1, 0],
])(
  "`backup.sh once` dumps once, without a secret of Docker, and waits for nothing: it %s",
  async (_how, status, files) => {
    await rm(join(directory, "owner-password"));
    const { after, waits } = await backUp([status], 0, ["once"]);
    expect([after.length, waits]).toEqual([files, [""]]);
  },
);

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

(hasSystemd ? test : test.skip)(
  "systemd takes the units, and their backup is the script",
  async () => {
    const folder = join(PROJECT, "compose/systemd");
    const units = (await readdir(folder)).map((name) => join(folder, name));
    expect(units).toHaveLength(3);
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", ...units], {
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const unit = await readFile(join(folder, "location-alert-backup.service"), "utf8");
    expect(unit).toContain("/compose/backup/backup.sh once");
  },
);

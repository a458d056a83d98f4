import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { readConfig } from "../../src/settings/config.ts";
import { PROJECT } from "../docs/markdown.ts";

interface Container {
  image: string;
  environment?: Record<string, string | number>;
  env_file?: string;
  secrets?: string[];
  volumes?: string[];
  stop_grace_period?: string;
  [option: string]: unknown;
}

const read = (path: string) => readFileSync(join(PROJECT, path), "utf8");
const compose: {
  services: Record<string, Container> & { service: Container };
  secrets: Record<string, { file: string }>;
  volumes: Record<string, null>;
} = parse(read("docker-compose.yml"), { merge: true });
const containers = Object.entries(compose.services);
const { service } = compose.services;
const environment = service.environment as Record<string, string | number>;

/** The names of all settings, and of the variables that name their files. */
function settings(): Set<string> {
  const names = new Set<string>();
  const get = (_env: object, name: string) => void names.add(name);
  readConfig(new Proxy({}, { get }));
  return names;
}

/** A copy of the folder `compose`, with what `prepare` makes. */
let made: string;
beforeAll(() => {
  made = mkdtempSync(join(tmpdir(), "las-compose-"));
  copyFileSync(join(PROJECT, "compose/prepare"), join(made, "prepare"));
  execFileSync("bash", [join(made, "prepare")]);
});
afterAll(() => rmSync(made, { recursive: true }));

const readMade = (path: string) => readFileSync(join(made, path), "utf8");
const madeSecret = (path: string | number) =>
  String(path).replace("/run/secrets/", `${made}/secrets/`);

describe("the service", () => {
  test("can be given every setting, in a file", () => {
    expect(service.env_file).toBe("compose/settings.env");
    expect(Object.values(environment).filter((value) => String(value).includes("$"))).toEqual([]);
  });

  test("gets no variable that is not a setting", () => {
    const given = [...Object.keys(environment), ...Object.keys(parseEnv(readMade("settings.env")))];
    expect(given.filter((name) => !settings().has(name))).toEqual([]);
  });

  test("starts with the secrets that `prepare` makes, and with separate logins for owner and host", () => {
    const config = readConfig({
      ...parseEnv(readMade("settings.env")),
      ...Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [name, madeSecret(value)]),
      ),
    });
    expect(config).toMatchObject({
      databaseUrl: expect.stringMatching(
        /^postgres:\/\/location_alert_owner:[\w-]{43}@database\/location_alert$/,
      ),
      hostDatabaseUrl: expect.stringMatching(
        /^postgres:\/\/location_alert_host:[\w-]{43}@database\/location_alert$/,
      ),
      jwtSecret: expect.stringMatching(/^[\w-]{43}$/),
      adminPassword: undefined,
    });
    expect(config.push.webPush.keys).toBeDefined();
    expect(config.push.expo.accessToken).toBeUndefined();
    expect(config.timeoutsMs.keepAlive).toBeGreaterThan(60_000);
    expect(config.mail).toBeUndefined();
    expect(config.audit.privateKey?.asymmetricKeyType).toBe("ed25519");
    // Checkpoints also go to a volume, because the log of a container is short.
    expect(config.audit.checkpoints).toContain("/data/checkpoints");
    expect(service.volumes).toContain("erasures:/data");
  });

  test("has enough time to stop", () => {
    const seconds = Number(service.stop_grace_period?.replace(/s$/, ""));
    expect(seconds).toBeGreaterThan(Number(environment.DRAIN_SECONDS) + 28);
  });
});

test("`prepare` makes the secrets that the containers read, and keeps them", () => {
  expect(readdirSync(join(made, "secrets")).sort()).toEqual(Object.keys(compose.secrets).sort());
  const before = readMade("secrets/jwt-secret");
  execFileSync("bash", [join(made, "prepare")]);
  expect(readMade("secrets/jwt-secret")).toBe(before);
});

test("`prepare` keeps a database address and keys that an operator has emptied, and replaces empty passwords", () => {
  const folder = mkdtempSync(join(tmpdir(), "las-compose-"));
  copyFileSync(join(PROJECT, "compose/prepare"), join(folder, "prepare"));
  execFileSync("bash", [join(folder, "prepare")]);
  const emptied = ["host-database-url", "vapid-private-key", "vapid-public-key"];
  for (const name of [...emptied, "owner-password"])
    writeFileSync(join(folder, "secrets", name), "");
  execFileSync("bash", [join(folder, "prepare")]);
  const textOf = (name: string) => readFileSync(join(folder, "secrets", name), "utf8");
  expect(emptied.map(textOf)).toEqual(["", "", ""]);
  // An empty password is replaced.
  expect(textOf("owner-password")).toMatch(/^[\w-]{43}$/);
  rmSync(folder, { recursive: true });
});

test("a failed `prepare` leaves no empty secrets, so that the next one can complete them", () => {
  const folder = mkdtempSync(join(tmpdir(), "las-compose-"));
  copyFileSync(join(PROJECT, "compose/prepare"), join(folder, "prepare"));
  const openssl = join(folder, "openssl");
  // Only its first two runs succeed, as if the disk were full after them.
  writeFileSync(
    openssl,
    `#!/bin/bash
    # It reads what is piped to it, so that the other end can write it.
    [ "$1" = base64 ] && cat >/dev/null
    echo >> ${folder}/runs
    [ $(wc -l < ${folder}/runs) -lt 3 ] && echo secret\n`,
    {
      mode: 0o755,
    },
  );
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const failed = spawnSync("bash", [join(folder, "prepare")], { env });
  expect(failed.status).not.toBe(0);
  execFileSync("bash", [join(folder, "prepare")]);
  const textOf = (name: string) => readFileSync(join(folder, "secrets", name), "utf8");
  const random = ["superuser-password", "owner-password", "jwt-secret", "vapid-private-key"];
  expect(textOf("superuser-password")).toBe("secret");
  for (const name of random.slice(1)) expect(textOf(name)).toMatch(/^[\w-]{43}$/);
  expect(readdirSync(join(folder, "secrets")).sort()).toEqual(Object.keys(compose.secrets).sort());
  rmSync(folder, { recursive: true });
});

test("each secret is the file with its name, and some container reads it", () => {
  const used = new Set(containers.flatMap(([, { secrets = [] }]) => secrets));
  for (const [name, { file }] of Object.entries(compose.secrets)) {
    expect(file).toBe(`compose/secrets/${name}`);
    expect(used).toContain(name);
  }
});

describe.each(containers)("the container %s", (_name, container) => {
  test("is confined", () => {
    expect(container).toMatchObject({
      restart: "unless-stopped",
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      logging: { options: { "max-size": expect.any(String), "max-file": expect.any(String) } },
      mem_limit: expect.any(String),
      pids_limit: expect.any(Number),
    });
  });

  test("has a pinned image", () => {
    if (!container.build) expect(container.image).toMatch(/^[\w/-]+:v?\d+[.-]\d/);
  });

  test("gets the secrets that it reads", () => {
    const { environment = {}, secrets = [] } = container;
    const named = Object.values(environment)
      .map(String)
      .filter((value) => value.startsWith("/run/secrets/"))
      .map((path) => path.replace("/run/secrets/", ""));
    expect(named.filter((name) => !secrets.includes(name))).toEqual([]);
    expect(secrets.filter((name) => !(name in compose.secrets))).toEqual([]);
  });

  test("mounts only files and volumes that exist", () => {
    const sources = (container.volumes ?? []).map((volume) => volume.split(":", 1)[0] as string);
    const missing = sources.filter((source) =>
      source.startsWith(".") ? !existsSync(join(PROJECT, source)) : !(source in compose.volumes),
    );
    expect(missing).toEqual([]);
  });
});

test("the profiles add backups, monitoring and TLS", () => {
  const profiles = containers.map(([name, { profiles }]) => [name, profiles]);
  expect(Object.fromEntries(profiles)).toEqual({
    database: undefined,
    service: undefined,
    backup: ["backup"],
    prometheus: ["monitoring"],
    alertmanager: ["monitoring"],
    grafana: ["monitoring"],
    caddy: ["tls"],
  });
});

test("Prometheus sends its alerts through Alertmanager to the operator's webhook", () => {
  const [{ static_configs }] = parse(read("compose/prometheus.yml")).alerting.alertmanagers;
  expect(static_configs).toEqual([{ targets: ["alertmanager:9093"] }]);
  const { alertmanager } = compose.services;
  const { route, receivers } = parse(read("compose/alertmanager.yml"));
  expect(alertmanager?.volumes?.[0]).toMatch(/^\.\/compose\/alertmanager\.yml:/);
  expect(receivers.map(({ name }: { name: string }) => name)).toEqual([route.receiver]);
  const { url_file } = receivers[0].webhook_configs[0];
  expect(alertmanager?.secrets?.map((name) => `/run/secrets/${name}`)).toEqual([url_file]);
});

test("the image has the Node version of package-lock.json", () => {
  const { packages } = JSON.parse(read("package-lock.json"));
  expect(read("Dockerfile")).toContain(`ARG NODE=${packages["node_modules/node"].version}-`);
});

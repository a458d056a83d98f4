import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { PROJECT } from "../docs/markdown.ts";

interface Container {
  environment?: Record<string, string | number>;
  secrets?: string[];
  volumes?: string[];
  command: string[];
}

const read = (path: string) => readFileSync(join(PROJECT, path), "utf8");
const { secrets, services } = parse(read("docker-compose.yml"), { merge: true });
/** Compose's own tags replace a value of docker-compose.yml instead of adding to it. */
const ha: { services: Record<string, Container>; volumes: object } = parse(
  read("compose/ha.yml").replace(/!(override|reset)\b/g, ""),
  { merge: true },
);
const containers = Object.entries(ha.services);
const { database } = ha.services as { database: Container };

describe.each(containers)("the container %s", (_name, container) => {
  test("is confined", () => {
    expect(container).toMatchObject({
      restart: "unless-stopped",
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      mem_limit: expect.any(String),
      pids_limit: expect.any(Number),
    });
  });

  test("uses only secrets and volumes that exist", () => {
    expect((container.secrets ?? []).filter((name) => !(name in secrets))).toEqual([]);
    const kept = (container.volumes ?? []).map((volume) => volume.split(":", 1)[0] as string);
    expect(kept.filter((name) => !(name in ha.volumes))).toEqual([]);
  });
});

test("HAProxy replaces the single database server", () => {
  expect(services).toHaveProperty("database");
  expect(database.command.at(-1)).toBe("/ha/haproxy.cfg");
});

test("HAProxy gets the variables that it reads, and they name the PostgreSQL containers", () => {
  const used = read("compose/ha/haproxy.cfg").matchAll(/\$\{(\w+)\}/g);
  const given = database.environment ?? {};
  expect(new Set([...used].map(([, name]) => name))).toEqual(new Set(Object.keys(given)));
  const hosts = Object.values(given).flatMap(
    (value) => /^([a-z].*):5432$/.exec(`${value}`)?.[1] ?? [],
  );
  expect(hosts.sort()).toEqual(
    containers.map(([name]) => name).filter((name) => /^postgres/.test(name)),
  );
});

test("PostgreSQL has the same major version as the backups, also in the documentation", () => {
  const major = /:(\d+)-/.exec(services.backup.image)?.[1];
  expect(services.database.image).toBe(services.backup.image);
  expect(read("compose/ha/Dockerfile")).toContain(`postgresql-${major}-postgis-3`);
  const named = [
    read("compose/ha/patroni.yml"),
    read("compose/ha.yml"),
    read("compose/ha/Dockerfile"),
    read("docs/install.md")
      .split("\n## ")
      .find((part) => part.startsWith("Docker with a standby")),
  ].flatMap((text) => [...`${text}`.matchAll(/postgresql[/-](\d+)|PostgreSQL (\d+)/g)]);
  expect(named.length).toBeGreaterThan(5);
  expect(new Set(named.map(([, path, name]) => path ?? name))).toEqual(new Set([major]));
});

test("Patroni and etcd know all three members of etcd", () => {
  const named = ["etcd-1", "etcd-2", "etcd-3"];
  for (const [name, { environment = {} }] of containers) {
    const list = environment.PATRONI_ETCD3_HOSTS ?? environment.ETCD_INITIAL_CLUSTER;
    if (list) expect(named.filter((one) => !`${list}`.includes(`${one}:`))).toEqual([]);
    if (environment.ETCD_NAME) expect(environment.ETCD_NAME).toBe(name);
    if (environment.PATRONI_NAME) expect(environment.PATRONI_NAME).toBe(name);
  }
});

test("etcd deletes its history, which would otherwise fill its quota and stop all writes", () => {
  const members = containers.filter(([, { command }]) => command[0] === "etcd");
  expect(members).toHaveLength(3);
  for (const [, { environment }] of members) {
    expect(environment).toMatchObject({
      ETCD_AUTO_COMPACTION_MODE: "periodic",
      ETCD_AUTO_COMPACTION_RETENTION: "1h",
    });
  }
});

test("Patroni fails over only to a standby that has every acknowledged commit, and quickly", () => {
  const { bootstrap } = parse(read("compose/ha/patroni.yml"));
  const { ttl, loop_wait, retry_timeout, synchronous_mode, primary_start_timeout } = bootstrap.dcs;
  expect({ synchronous_mode, primary_start_timeout }).toEqual({
    synchronous_mode: true,
    primary_start_timeout: 0,
  });
  // Patroni requires this.
  expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl);
  const script = bootstrap.post_bootstrap.replace("/ha/", "compose/ha/");
  expect(existsSync(join(PROJECT, script))).toBe(true);
});

/** @database server */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Database } from "../../src/database/open.ts";
import { countFigures, countPeriods, insertPast, makeCrowd } from "../database/figures.ts";
import { analyst, inside, owner, type Row, Scene, square } from "../database/scene.ts";
import { anyDate } from "../helpers/any-date.ts";
import { isNative, openClone, template } from "../helpers/database.ts";
import { blocksOf, pageAt, sectionOf } from "./markdown.ts";

const page = pageAt("docs/analysts.md");

/** The examples of a section. */
const examples = (heading: string) => blocksOf({ ...page, text: sectionOf(page, heading) });

const hoursAgo = (hours: number) =>
  new Date((Math.floor(Date.now() / 3_600_000) - hours) * 3_600_000 + 60_000).toISOString();

let database: Database;
let scene: Scene;
beforeAll(async () => {
  database = await openClone();
  const client = await database.ownerPool.connect();
  scene = new Scene(client);
  await client.query("begin");
  const admin = await scene.user(true);
  await scene.as(owner)`insert into app_public.last_positions (user_id, position_id, created_at,
    taken_at, location, accuracy, moving_activity)
    select u, u, now() - m.age, now() - m.age, st_setsrid(st_makepoint(0.005, 0.005), 4326), m.accuracy, 'STILL'
      from unnest(${await makeCrowd(scene, 80)}::int[]) with ordinality p (u, number)
      cross join lateral (
        select case when p.number <= 60 then interval '1 minute' else interval '2 days' end as age,
          case when p.number <= 45 then 5 else 900 end as accuracy
      ) m`;
  const alert = await scene.published(admin, undefined, { event: "Flood" });
  await scene.as(owner)`insert into app_private.deliveries (notification_id, device_id, alert_id,
    user_id, level, provider, state, accepted_at, settled_at, why)
    select n.id, 1, n.alert_id, n.user_id, n.level,
      case when n.number <= 30 then 'expo' else 'fcm' end::app_private.push_provider,
        case when n.number <= 30 then 'accepted' else 'failed' end::app_private.delivery_state,
        case when n.number <= 30 then now() + interval '90 seconds' end, now() + interval '90 seconds',
        case when n.number > 30 then 'Quota exceeded.' end
      from (select n.*, row_number() over (order by n.id) as number from app_public.notifications n) n`;
  await scene.as(owner)`update app_public.notifications
    set seen = true, seen_at = now() + interval '5 minutes' where id % 2 = 0`;
  await countFigures(scene);
  await scene.update(admin, alert, {
    expected_version: 1,
    points: [
      { latitude: 0, longitude: 0 },
      { latitude: 0, longitude: 0.02 },
      { latitude: 0.02, longitude: 0.02 },
    ],
    text1: "Leave now.",
  });
  await scene.publish(alert);
  await countFigures(scene, "now() + interval '2 hours'");
  const walkers = await makeCrowd(scene, 30);
  await insertPast(
    scene,
    [3, 2].flatMap((hours) =>
      walkers.map((user) => ({
        user,
        latitude: inside[1],
        longitude: inside[0],
        at: hoursAgo(hours),
      })),
    ),
  );
  await countPeriods(scene);
  await scene.as(owner)`insert into app_private.hour_deliveries (hour, provider, outcome,
    pushes, smallest_group) values (${hoursAgo(2)}, 'expo', 'ACCEPTED', 30, 10)`;
  await client.query("commit");
  await client.query("begin");
});
afterAll(async () => {
  await scene?.client.query("rollback");
  scene?.client.release();
  await database?.close();
});

/** Returns what the first query of a section answers an analyst. */
async function answer(heading: string): Promise<Row[]> {
  const [query] = examples(heading).filter(({ code }) => code.startsWith("select "));
  return await scene.as(analyst, (query as { code: string }).code);
}

describe("the example in docs/analysts.md returns the right rows for", () => {
  test("late deliveries", async () => {
    expect(await answer("Late deliveries")).toEqual([
      {
        alert_id: 1,
        version: 1,
        level: "ONE",
        accepted_low: 30,
        accepted_p50_seconds: 90,
        accepted_p95_seconds: 90,
        accepted_max_seconds: 90,
      },
    ]);
  });

  test("stale share", async () => {
    expect(await answer("Stale share")).toMatchObject([
      { alert_id: 1, version: 1, stale_low: 20, stale_high: 29, percent: "36" },
      { alert_id: 1, version: 2, stale_low: 20, percent: "100" },
    ]);
  });

  test("heat map by hour", async () => {
    const rows = await answer("Heat map by hour");
    expect(rows.map(({ zoom, people }) => [zoom, people])).toEqual([
      [15, "35"],
      [15, "35"],
    ]);
  });

  test("reach compared", async () => {
    await scene.client.query("savepoint tiny");
    const tiny = await scene.alert(await scene.user(true), square([5, 5], 1e-6));
    await scene.as(owner)`insert into app_private.alert_counts (alert_id, counted_until,
      reached, reached_high, smallest_group) values (${tiny}, now(), 10, 19, 10)`;
    expect(await answer("Reach compared")).toMatchObject([
      { alert_id: 1, event: "Flood", reached_users_low: 60, percent_seen: "53" },
      { alert_id: tiny, per_km2: null },
    ]);
    await scene.client.query("rollback to savepoint tiny");
  });

  test("overspill", async () => {
    expect(await answer("Overspill")).toMatchObject([
      { version: 1, level: "ONE", told_low: 60, overspill_low: 10, percent: "14" },
    ]);
  });

  test("failures by platform", async () => {
    expect(await answer("Failures by platform")).toEqual([
      { provider: "fcm", reason: "Quota exceeded.", least: "30", most: "39", alerts: "1" },
    ]);
  });

  test("coverage of the last hour", async () => {
    expect(await answer("Coverage of the last hour")).toMatchObject([{ users_low: 110 }]);
  });

  test("change of area", async () => {
    expect(await answer("Change of area")).toEqual([
      {
        alert_id: 1,
        version: 2,
        area_km2: "2.461814",
        added_km2: expect.any(String),
        removed_km2: expect.any(String),
        is_text1_changed: true,
        is_text2_changed: false,
        is_text3_changed: false,
      },
    ]);
  });

  test("GeoJSON", async () => {
    const [row] = await answer("GeoJSON and CSV");
    const { type, features } = (row as Row).json_build_object;
    expect(type).toBe("FeatureCollection");
    expect(features).toHaveLength(4);
    expect(features[0]).toMatchObject({
      type: "Feature",
      geometry: { type: "MultiPolygon" },
      properties: { alert_id: 1, event: "Flood" },
    });
  });

  test("Grafana's series", async () => {
    const rows = await answer("Grafana and Metabase");
    expect(rows.length).toBeGreaterThan(0);
    expect(rows[0]?.time).toEqual(anyDate);
  });
});

const isThere = (program: string) => spawnSync(program, ["--version"]).error === undefined;

(isNative && isThere("psql") ? describe : describe.skip)(
  "with the login that docs/analysts.md makes",
  () => {
    const login = `analyst_${process.pid}_${Date.now()}`;
    let directory: string;
    let env: NodeJS.ProcessEnv;
    beforeAll(async () => {
      directory = mkdtempSync(join(tmpdir(), "las-analyst-"));
      const [made] = examples("A login");
      const { rows } = await database.ownerPool.query("select current_database() as name");
      // Only roles with a grant may connect, as with Docker.
      await database.ownerPool.query(`revoke connect on database ${rows[0].name} from public`);
      await database.ownerPool.query((made as { code: string }).code.replaceAll(/\bada\b/g, login));
      const url = new URL(template().serverUrl as string);
      // The page uses this scheme, because GDAL misreads `postgres:`.
      url.protocol = "postgresql:";
      url.username = login;
      url.password = "choose one";
      url.pathname = rows[0].name;
      env = { ...process.env, ANALYTICS_URL: url.href };
    });
    afterAll(async () => {
      await database.ownerPool.query(`drop role if exists ${login}`);
      rmSync(directory, { recursive: true, force: true });
    });

    const run = (code: string) =>
      execFileSync("bash", ["-e", "-c", code], {
        cwd: directory,
        env,
        encoding: "utf8",
        stdio: "pipe",
      });
    const block = (words: string, heading: string) =>
      (examples(heading).find(({ code }) => code.startsWith(words)) as { code: string }).code;
    const bytes = (name: string) => statSync(join(directory, name)).size;

    test("psql writes GeoJSON and CSV", () => {
      run(block("psql", "GeoJSON and CSV"));
      const { features } = JSON.parse(readFileSync(join(directory, "zones.geojson"), "utf8"));
      expect(features).toHaveLength(4);
      const [head, ...lines] = readFileSync(join(directory, "presence.csv"), "utf8")
        .trim()
        .split("\n");
      expect(head).toBe("key,hour,people_low,people_high,cell");
      expect(lines).toHaveLength(2);
    });

    test("a statement may take one minute, and the table of positions cannot be read", () => {
      expect(run('psql -At -c "show statement_timeout" $ANALYTICS_URL').trim()).toBe("1min");
      expect(() => run('psql -c "select * from app_public.positions" $ANALYTICS_URL')).toThrow(
        "permission denied",
      );
      expect(run('psql -At -c "select count(*) from zones" $ANALYTICS_URL').trim()).toBe("4");
    });

    (isThere("ogr2ogr") ? test : test.skip)("ogr2ogr writes GeoJSON, CSV and GeoPackage", () => {
      run(`rm -f zones.geojson presence.csv; ${block("ogr2ogr", "GeoJSON and CSV")}`);
      const { features } = JSON.parse(readFileSync(join(directory, "zones.geojson"), "utf8"));
      expect(features).toHaveLength(4);
      expect(readFileSync(join(directory, "presence.csv"), "utf8")).toMatch(/^WKT,key,hour,/);
      // QGIS needs the type of the geometry.
      expect(run("ogrinfo -so presence.gpkg")).toMatch(/: presence \(Polygon\)$/m);
    });

    (isThere("duckdb") ? test : test.skip)("DuckDB writes Parquet", () => {
      run(block("psql", "GeoJSON and CSV"));
      run(block("duckdb", "Parquet"));
      expect(bytes("presence.parquet")).toBeGreaterThan(100);
    });
  },
);

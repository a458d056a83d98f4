/** @database server only */
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { run } from "../commands/run.ts";
import { type Address, makeAddress } from "../crash/address.ts";
import { type Cluster, findPostgres, makeCluster } from "../crash/cluster.ts";
import { onServer } from "../helpers/server.ts";
import { refusals } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { AREA, openSite, type Site, untilTold } from "./site.ts";

jest.setTimeout(240_000);

const bin = findPostgres();
const onOwnCluster = bin ? describe : describe.skip;

const SETTINGS = [
  "wal_level=logical",
  "max_connections=200",
  "wal_retrieve_retry_interval=500",
  "wal_receiver_timeout=3s",
  "wal_sender_timeout=3s",
];
const PUBLISH = "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }";
const UPDATE =
  "mutation ($id: Int!, $input: AlertUpdateInput!) { alertUpdate(id: $id, input: $input) { version } }";
const CANCEL =
  "mutation ($id: Int!, $text: String!, $texts: [AlertTextInput!]) { alertCancel(id: $id, text: $text, texts: $texts) { version } }";
const STATE =
  "query ($id: Int!) { alerts(id: $id) { version status severity category responseType language title text1 text2 text3 texts { language title text1 text2 text3 isOld allClear } createdAt expiresAt allClear cancelledAt areaGeoJson authority { name } history { version createdAt text1 texts { language text1 allClear } } } }";
const ES = { language: "es", title: "Agua", text1: "Salga.", text2: "Espere.", text3: "Mire." };
const HOLD = "mutation ($input: PublicationInput!) { publicationHold(input: $input) { id } }";
const TAKE_BACK = "mutation ($id: Int!) { publicationTakeBack(id: $id) { id } }";
const REACH =
  "query ($input: AlertInput!) { alertReach(input: $input) { one cells { cell one two three problem } } }";
const IMPORT = "mutation ($users: [UserImport!]!) { usersImport(users: $users) { userId error } }";
const ERASE = "mutation ($id: Int!) { userErase(id: $id) { isDone: __typename } }";
const IN_CELLS =
  "query ($id: Int!) { alerts(id: $id) { cells { cell version level users isComplete } } }";

/** Sends a document that must succeed, and returns its data. */
async function ask(site: Site, query: string, variables?: object) {
  const { data, errors } = await site.ask(query, variables);
  expect(errors).toBeUndefined();
  return data;
}

onOwnCluster("a head with two cells", () => {
  let headServer: Cluster;
  let cellServer: Cluster;
  let network: Address;
  let head: Site;
  let east: Site;
  let west: Site;
  /** Someone in the east who is far from all alerts at first. */
  let late: number;

  const cells = (...args: string[]) => run("cells", args, { DATABASE_URL: head.databaseUrl });
  /** The same database for a login that may replicate, and has no rights of ours. */
  const asFollower = (url: string) => url.replace("postgres@", "follower@");
  /** The head's address as `west` sees it, over a network that can be cut. */
  const headForWest = () => asFollower(head.databaseUrl).replace(/:\d+\//, `:${network.port}/`);
  const addEast = () => cells("add", "east", "--cell", east.databaseUrl);
  const addWest = () =>
    cells(
      ...["add", "west", "--cell", west.databaseUrl],
      ...["--cell-login", asFollower(west.databaseUrl), "--head-login", headForWest()],
    );

  const publish = async (fields: object = {}) => {
    const input = { points: AREA, text1: "Leave.", text2: "Stay.", text3: "Watch.", ...fields };
    return (await ask(head, PUBLISH, { input })).newAlert.id as number;
  };
  const cancel = (id: number, site = head, texts: object[] = []) =>
    site.ask(CANCEL, { id, text: "It is over.", texts });

  /** Waits until the head's figures of an alert are these: people by cell. */
  const untilFigures = (id: number, expected: Record<string, number>) =>
    until(async () => {
      const { data } = await head.ask(IN_CELLS, { id });
      const sums: Record<string, number> = {};
      for (const { cell, users, isComplete } of data.alerts[0].cells) {
        if (isComplete) sums[cell] = (sums[cell] ?? 0) + users;
      }
      return Object.entries(expected).every(([cell, users]) => sums[cell] === users);
    });

  beforeAll(async () => {
    headServer = await makeCluster(bin as string, SETTINGS);
    cellServer = await makeCluster(bin as string, SETTINGS);
    for (const { url } of [headServer, cellServer]) {
      await onServer(url, "create role follower login replication");
    }
    network = await makeAddress(headServer.port);
    head = await openSite(headServer.url, "head");
    [east, west] = await Promise.all([
      openSite(cellServer.url, "east"),
      openSite(cellServer.url, "west"),
    ]);
    await head.settle(3);
    await east.settle(20);
    late = (await east.settle(1, 1))[0] as number;
    await west.settle(10);
    for (const added of [await addEast(), await addWest()]) {
      expect(added).toMatchObject({ code: 0, stderr: "" });
    }
  });
  afterAll(async () => {
    await Promise.all([head?.close(), east?.close(), west?.close()]);
    network?.close();
    await cellServer?.remove();
    await headServer?.remove();
  });

  /** Waits until a cell has the head's version of an alert, and compares all that a person sees of it. */
  const untilEqual = async (site: Site, id: number) => {
    const here = await head.ask(STATE, { id });
    expect(here.errors).toBeUndefined();
    const version = async () => (await site.ask(STATE, { id })).data.alerts[0]?.version;
    await until(version, (found) => found === here.data.alerts[0].version);
    expect(await site.ask(STATE, { id })).toEqual(here);
  };

  test("an alert, its update and its all-clear tell the people of each cell once", async () => {
    const { authorityAdd } = await ask(
      head,
      'mutation { authorityAdd(input: { name: "Emilia" }) { id } }',
    );
    const authorityId = authorityAdd.id;
    const cap = { severity: "EXTREME", category: "MET", responseType: "EVACUATE" };
    const id = await publish({ ...cap, title: "Flood", authorityId, texts: [ES] });
    await untilTold(head, id, 3);
    await untilTold(east, id, 20);
    await untilTold(west, id, 10);
    await untilFigures(id, { east: 20, west: 10 });

    // A late entry is told by the cell alone, in the language that the person reads.
    await east.owner.query("update app_public.users set languages = '{es}' where id = $1", [late]);
    await east.report(late, 0);
    await untilTold(east, id, 21);
    const told = "select told_language from app_public.notifications where user_id = $1";
    expect((await east.owner.query(told, [late])).rows).toEqual([{ told_language: "es" }]);

    await ask(head, UPDATE, { id, input: { expectedVersion: 1, text1: "Run.", renotify: true } });
    await untilTold(west, id, 10, ["UPDATE"]);
    await cancel(id, head, [{ language: "es", allClear: "Fin." }]);
    await untilTold(east, id, 21, ["ALL_CLEAR"]);
    await untilTold(west, id, 10, ["ALL_CLEAR"]);
    await untilFigures(id, { east: 21, west: 10 });
    await untilEqual(east, id);
    await untilEqual(west, id);
    await east.report(late, 1);
  });

  test("an exercise stays one, and what is taken back never travels", async () => {
    const id = await publish({ status: "EXERCISE" });
    await untilEqual(east, id);
    await untilTold(east, id, 0);
    const input = {
      key: "taken back",
      newAlert: { points: AREA, text1: "a", text2: "b", text3: "c" },
    };
    const held = await ask(head, HOLD, { input });
    await ask(head, TAKE_BACK, { id: held.publicationHold.id });
    const next = await publish({ status: "EXERCISE", text1: "Another." });
    await untilEqual(east, next);
    const { rows } = await east.owner.query("select id from app_public.alerts where id > $1", [id]);
    expect(rows).toEqual([{ id: next }]);
  });

  test("a cell warns its own people by itself, and leaves the head's alerts alone", async () => {
    const id = await publish({ text1: "Of the head." });
    await untilTold(west, id, 10);
    const refused = await cancel(id, west);
    expect(refusals(refused)).toEqual(["CONFLICT at alertCancel"]);
    const input = { points: AREA, text1: "Of the cell.", text2: "b", text3: "c" };
    const own = (await ask(west, PUBLISH, { input })).newAlert.id;
    expect(own).toBeGreaterThan(1_000_000_000);
    await untilTold(west, own, 10);
    const author = await ask(west, "query ($id: Int!) { alerts(id: $id) { user { id email } } }", {
      id,
    });
    const { id: headUser, email } = author.alerts[0].user;
    expect(email).toBe("head@cells.invalid");
    const set = west.owner.query("select app_private.set_password($1, $2)", [
      headUser,
      `$2b$11$${"x".repeat(53)}`,
    ]);
    await expect(set).rejects.toThrow("cannot log in");
    await cancel(id);
  });

  test("reach before publication is asked of each cell, within a second, and says which did not answer", async () => {
    const input = { points: AREA, text1: "a", text2: "b", text3: "c" };
    // On a busy machine a cell may be too late, and is asked again.
    const untilReach = (expected: object) =>
      until(
        async () => (await ask(head, REACH, { input })).alertReach,
        (reach) => JSON.stringify(reach) === JSON.stringify(expected),
      );
    const inEast = { cell: "east", one: 20, two: 0, three: 0, problem: null };
    const inWest = { cell: "west", one: 10, two: 0, three: 0, problem: null };
    await untilReach({ one: 3, cells: [inEast, inWest] });
    await head.owner.query("update app_private.cells set url = $1 where name = 'west'", [
      // An address that answers nothing.
      west.databaseUrl.replace(/@[^/]+\//, "@192.0.2.1:5432/"),
    ]);
    const unanswered = { one: null, two: null, three: null, problem: "It does not answer." };
    await untilReach({ one: 3, cells: [inEast, { ...inWest, ...unanswered }] });
  });

  test("a cell behind a cut network delays nobody, and tells its people when it is back", async () => {
    network.cut();
    const over = await publish({ text1: "Over before the cell is back." });
    await cancel(over);
    const id = await publish({ text1: "Lasting." });
    await untilTold(east, id, 20);
    await untilFigures(id, { east: 20 });
    network.leadTo(headServer.port);
    await untilTold(west, id, 10);
    await untilEqual(west, over);
    await untilTold(west, over, 0, ["ALERT", "UPDATE", "ALL_CLEAR"]);
    await untilFigures(id, { east: 20, west: 10 });
  });

  test("after kill -9 of hosts, servers and walsenders each person is told once", async () => {
    const first = await publish({ text1: "While a cell is dead." });
    await cellServer.kill("all");
    const second = await publish({ text1: "While all cells are dead." });
    await untilTold(head, second, 3);
    await cellServer.start();
    await headServer.kill("SIGKILL");
    await headServer.start();
    await until(async () => (await head.ask("{ apiVersion }")).data);
    await head.kill();
    await head.start();
    const third = await publish({ text1: "After the death of the head." });
    const walsenders = "select pg_terminate_backend(pid) from pg_stat_replication";
    await head.owner.query(walsenders);
    await east.kill();
    // Its last reports may still come.
    await until(async () => {
      await head.owner.query(
        "update app_private.cell_states set received_at = now() - interval '31 seconds' where cell = 'east'",
      );
      return !(await ask(head, "{ cells { name isAnswering } }")).cells[0].isAnswering;
    });
    const fourth = await publish({ text1: "While a host is dead." });
    await east.start();
    for (const id of [first, second, third, fourth]) {
      await untilTold(east, id, 20);
      await untilTold(west, id, 10);
      await untilFigures(id, { east: 20, west: 10 });
    }
  });

  test("a cell that comes back from a backup misses no alert that lasts", async () => {
    const before = await publish({ text1: "In the backup." });
    await untilTold(west, before, 10);
    await cellServer.backUp();
    const after = await publish({ text1: "After the backup." });
    await ask(head, UPDATE, { id: before, input: { expectedVersion: 1, text1: "Newer." } });
    await untilTold(east, after, 20);
    await cellServer.restore();
    for (const added of [await addEast(), await addWest()]) {
      expect(added).toMatchObject({ code: 0, stderr: "" });
    }
    await untilTold(east, after, 20);
    await untilTold(west, after, 10);
    await untilTold(west, before, 10);
    await untilEqual(west, before);
    await untilFigures(after, { east: 20, west: 10 });
  });

  test("a person moves to another cell with the same email, and back", async () => {
    const users = [{ email: "anna@example.org", name: "Anna" }];
    const move = async (from: Site | undefined, fromId: number, to: Site) => {
      const { usersImport } = await ask(to, IMPORT, { users });
      if (from) await ask(from, ERASE, { id: fromId });
      const id = usersImport[0].userId as number;
      await to.report(id, 0);
      return id;
    };
    const before = await publish({ text1: "Before Anna." });
    const east1 = await move(undefined, 0, east);
    await untilTold(east, before, 21);
    const west1 = await move(east, east1, west);
    await untilTold(west, before, 11);
    const between = await publish({ text1: "While Anna is in the west." });
    await untilTold(east, between, 20);
    await untilTold(west, between, 11);
    const east2 = await move(west, west1, east);
    await untilTold(east, between, 21);
    await ask(east, ERASE, { id: east2 });
  });

  test("cells are listed with their people, and one that is removed gets nothing more", async () => {
    // Each cell counts its people once a minute, or now.
    for (const { owner } of [east, west])
      await owner.query("update app_private.cell_states set counted_at = null");
    await until(
      async () => (await ask(head, "{ cells { name people isAnswering } }")).cells,
      (shown) =>
        JSON.stringify(shown) ===
        JSON.stringify([
          { name: "east", people: 21, isAnswering: true },
          { name: "west", people: 10, isAnswering: true },
        ]),
    );
    const listed = await cells("list");
    expect(listed.stdout).toMatch(/^east +21 +\d+ s ago .* yes +yes$/m);
    expect(listed.stdout).toMatch(/^west +10 /m);
    expect(await cells("remove", "west", "--cell", west.databaseUrl)).toMatchObject({
      code: 0,
      stderr: "",
    });
    const id = await publish({ text1: "Without west." });
    await untilTold(east, id, 20);
    expect((await ask(west, STATE, { id })).alerts).toEqual([]);
    expect((await cells("list")).stdout).not.toContain("west");
  });

  test("what cannot be a cell is refused with its reason", async () => {
    const reasons = [
      [["add", "x", "--cell", head.databaseUrl], "cannot be its own cell"],
      [["add", "north", "--cell", east.databaseUrl], "the cell east already"],
      [["add", "Ost", "--cell", east.databaseUrl], "A cell's name"],
      [["remove", "west"], "has no cell west"],
    ] as const;
    for (const [args, reason] of reasons) {
      const { code, stderr } = await cells(...args);
      expect(code).toBe(1);
      expect(stderr).toContain(reason);
    }
    const input = { points: AREA, text1: "Of west alone.", text2: "b", text3: "c" };
    // The ids of a service with a past of its own meet the head's.
    const [{ id }] = (await head.owner.query("select max(id) as id from app_public.alerts")).rows;
    await west.owner.query("select setval('app_public.alerts_id_seq', $1 - 1)", [id]);
    await west.owner.query("update app_public.alerts set active = false");
    expect((await ask(west, PUBLISH, { input })).newAlert.id).toBe(id);
    expect((await addWest()).stderr).toContain("have the same id");
  });
});

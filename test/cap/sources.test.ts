/** @database server */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { makePollSource } from "../../src/cap/poll-sources.ts";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";

const service = runTestService({ CAP_HOSTS: "127.0.0.1" });

/** What the fake source serves, by path. */
const pages = new Map<string, string>();
let asked: IncomingMessage[] = [];
let answer: ((response: ServerResponse) => void) | undefined;
const server = createServer((request, response) => {
  asked.push(request);
  if (answer) return answer(response);
  const page = pages.get(request.url ?? "");
  if (page === undefined) return void response.writeHead(404).end();
  const etag = `"${served}"`;
  if (request.headers["if-none-match"] === etag) return void response.writeHead(304).end();
  response.writeHead(200, { etag }).end(page);
});
let home: string;
let authority: number;
let author: TestUser;
let manager: TestUser;
const ROLES = { AUTHOR: () => author, MANAGER: () => manager };

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const area = {
    type: "Polygon",
    coordinates: [
      [
        [11, 44],
        [12, 44],
        [12, 45],
        [11, 45],
        [11, 44],
      ],
    ],
  };
  const made = await run(
    'mutation ($area: GeoJSON) { authorityAdd(input: { name: "Here", area: $area }) { id } }',
    { area },
  );
  authority = made.authorityAdd.id;
  [author, manager] = (await service.newUsers(2)) as [TestUser, TestUser];
  for (const [role, user] of Object.entries(ROLES)) {
    await run(
      "mutation ($id: Int!, $of: Int!, $role: AuthorityRole!) { membershipSet(userId: $id, authorityId: $of, role: $role) { id } }",
      { id: user().id, of: authority, role },
    );
  }
});
afterAll(() => void server.close());
beforeEach(async () => {
  pages.clear();
  asked = [];
  answer = undefined;
  await service.owner.query(
    "delete from app_public.shared_drafts; delete from app_private.cap_received; delete from app_public.cap_sources",
  );
});

async function run(query: string, variables: object = {}, as: TestUser = service.admin) {
  const { data, errors } = await service.graphql(query, variables, as);
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

interface Parts {
  id?: string;
  sender?: string;
  sent?: string;
  type?: string;
  status?: string;
  references?: string;
  text?: string;
  polygon?: string;
  expires?: string;
}
const LATER = "2096-01-01T00:00:00-00:00";
const cap = ({
  id = "a-1",
  sender = "a@example.org",
  sent = "2026-11-30T10:00:00-00:00",
  type = "Alert",
  status = "Actual",
  references,
  text = "Leave the river.",
  polygon = "44.2,11.2 44.2,11.4 44.4,11.4 44.2,11.2",
  expires = LATER,
}: Parts = {}) =>
  `<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>${id}</identifier><sender>${sender}</sender><sent>${sent}</sent><status>${status}</status><msgType>${type}</msgType><scope>Public</scope>${references ? `<references>${references}</references>` : ""}<info><language>en-US</language><category>Met</category><event>Flood</event><urgency>Immediate</urgency><severity>Severe</severity><certainty>Likely</certainty><expires>${expires}</expires><headline>Flood of the Reno</headline><description>${text}</description><instruction>Go uphill.</instruction><area><areaDesc>Reno</areaDesc><polygon>${polygon}</polygon></area></info></alert>`;
const FIRST = "a@example.org,a-1,2026-11-30T10:00:00-00:00";
const update = (text: string, more: Parts = {}) =>
  cap({
    id: "a-2",
    sent: "2026-11-30T11:00:00-00:00",
    type: "Update",
    references: FIRST,
    text,
    ...more,
  });
const cancel = (more: Parts = {}) =>
  cap({
    id: "a-3",
    sent: "2026-11-30T12:00:00-00:00",
    type: "Cancel",
    references: FIRST,
    text: "The danger is over.",
    ...more,
  });

let served = 0;
/** Serves a feed of messages, the newest first. */
function serve(...messages: string[]) {
  served += 1;
  for (const [at, message] of messages.entries())
    pages.set(`/${messages.length - at}.xml`, message);
  const entries = messages.map(
    (_, at) =>
      `<entry><link href="/${messages.length - at}.xml"/><updated>${served}</updated></entry>`,
  );
  pages.set("/feed", `<feed xmlns="http://www.w3.org/2005/Atom">${entries.join("")}</feed>`);
}

const SOURCE =
  "id version problem refused outside failures askedAt answeredAt receivedAt authority { id } areaGeoJson";
async function addSource(input: object = {}, as = manager): Promise<number> {
  const added = await run(
    "mutation ($input: CapSourceInput!) { capSourceAdd(input: $input) { id } }",
    { input: { name: "Neighbour", url: `${home}/feed`, ...input } },
    as,
  );
  return added.capSourceAdd.id;
}
const sourceOf = async (id: number, as = author) =>
  (await run(`{ capSources(id: ${id}) { ${SOURCE} } }`, {}, as)).capSources[0];
const poll = makePollSource(["127.0.0.1"]);
const ask = async (sourceId: number) =>
  await poll({ sourceId }, {
    query: service.owner.query.bind(service.owner),
    logger: { warn() {} },
  } as never);

const RECEIVED = "received { sender identifier msgType marks text infos changes sourceName }";
const drafts = async (as = author) => {
  const { sharedDrafts } = await run(
    `{ sharedDrafts { id name version content alertId ${RECEIVED} } }`,
    {},
    as,
  );
  return sharedDrafts.map(({ content, ...draft }: { content: string }) => ({
    ...draft,
    content: JSON.parse(content),
  }));
};
/** Publishes a draft as the console does. */
async function publish(draft: {
  id: number;
  content: { shapes: { coordinates: unknown }[]; texts: string[] };
}) {
  const { shapes, texts } = draft.content;
  const input = {
    area: { type: "MultiPolygon", coordinates: shapes.map(({ coordinates }) => coordinates) },
    text1: texts[0],
    text2: texts[1],
    text3: texts[2],
    authorityId: authority,
    draftId: draft.id,
  };
  return (
    await run(
      "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
      { input },
      manager,
    )
  ).newAlert.id as number;
}
const ofAlert = async (id: number) =>
  (await run(`{ alerts(id: ${id}) { ${RECEIVED} } }`, {}, author)).alerts[0].received;

test("a message becomes a draft of the authority once, with its area as far as it is inside", async () => {
  serve(cap({ polygon: "44.2,10.5 44.2,11.5 44.4,11.5 44.4,10.5 44.2,10.5" }));
  const id = await addSource();
  await ask(id);
  const [draft, ...others] = await drafts();
  expect(others).toEqual([]);
  expect(draft).toMatchObject({
    name: "Flood of the Reno",
    alertId: null,
    content: {
      authorityId: authority,
      title: "Flood of the Reno",
      texts: Array(3).fill("Leave the river.\n\nGo uphill."),
      sameAsOne: ["TWO", "THREE"],
      shapes: [
        {
          kind: "polygon",
          coordinates: [
            expect.arrayContaining([
              [11, 44.2],
              [11.5, 44.4],
            ]),
          ],
        },
      ],
      status: "ACTUAL",
      severity: "SEVERE",
      urgency: "IMMEDIATE",
      certainty: "LIKELY",
      event: "Flood",
      language: "en-US",
    },
    received: {
      sender: "a@example.org",
      identifier: "a-1",
      msgType: "Alert",
      marks: ["NOT_SIGNED", "OUTSIDE"],
      changes: [],
      sourceName: "Neighbour",
      infos: [
        expect.objectContaining({
          headline: "Flood of the Reno",
          areaDesc: "Reno",
          categories: ["Met"],
        }),
      ],
    },
  });
  expect(await sourceOf(id)).toMatchObject({
    problem: null,
    refused: null,
    failures: 0,
    answeredAt: expect.any(Number),
    receivedAt: expect.any(Number),
    authority: { id: authority },
  });
  asked = [];
  await ask(id);
  expect(asked.map(({ url, headers }) => [url, headers["if-none-match"] !== undefined])).toEqual([
    ["/feed", true],
  ]);
  expect(await drafts()).toHaveLength(1);
  const { rows } = await service.owner.query(
    "select payload from graphile_worker._private_jobs j join graphile_worker.jobs using (id) where task_identifier like 'tell_by%'",
  );
  expect(rows).toHaveLength(2);
});

test("two hosts that have the same message at once make one draft", async () => {
  serve(cap());
  const id = await addSource();
  await Promise.all([ask(id), ask(id), ask(id)]);
  expect(await drafts()).toHaveLength(1);
});

test("an update changes the draft, and says what, unless a person has changed it", async () => {
  serve(cap());
  const id = await addSource();
  await ask(id);
  serve(update("Leave the town."), cap());
  await ask(id);
  const [draft] = await drafts();
  expect(draft).toMatchObject({
    version: 2,
    content: { texts: Array(3).fill("Leave the town.\n\nGo uphill.") },
    received: {
      msgType: "Update",
      changes: [{ field: "description", before: "Leave the river.", after: "Leave the town." }],
    },
  });
  await run(
    "mutation ($id: Int!, $input: SharedDraftEdit!) { sharedDraftEdit(id: $id, input: $input) { id } }",
    { id: draft.id, input: { content: '{"own": 1}', expectedVersion: 2 } },
    author,
  );
  for (const [at, text] of ["Leave the region.", "Stay."].entries()) {
    serve(
      update(text, {
        id: `a-${at + 4}`,
        sent: `2026-11-30T1${at + 3}:00:00-00:00`,
        references: `${FIRST} a@example.org,a-2,2026-11-30T11:00:00-00:00`,
      }),
    );
    await ask(id);
    expect(await drafts()).toMatchObject([
      { version: 3, content: { own: 1 }, received: { changes: [{ after: text }] } },
    ]);
  }
});

test("after publication, an update makes a draft of the alert's update, and a cancel offers the all-clear", async () => {
  serve(cap());
  const id = await addSource();
  await ask(id);
  const [draft] = await drafts();
  const alert = await publish(draft);
  expect(await ofAlert(alert)).toMatchObject({ msgType: "Alert" });
  serve(update("Leave the town."));
  await ask(id);
  const [second] = await drafts();
  expect(second).toMatchObject({
    alertId: alert,
    content: { base: { version: 1, texts: draft.content.texts }, level2Distance: 1000 },
    received: { msgType: "Update" },
  });
  serve(cancel());
  await ask(id);
  expect(await ofAlert(alert)).toMatchObject({
    msgType: "Cancel",
    marks: expect.arrayContaining(["CANCELLED"]),
    text: "The danger is over.\n\nGo uphill.",
  });
  expect((await drafts())[0].received).toMatchObject({ msgType: "Update" });
});

test("a cancel marks a draft that is not published", async () => {
  serve(cancel(), cap());
  await ask(await addSource());
  expect(await drafts()).toMatchObject([{ received: { marks: ["NOT_SIGNED", "CANCELLED"] } }]);
});

test.each<[string, Parts, boolean]>([
  ["of another sender", { sender: "b@example.org" }, true],
  [
    "that names another sender's message as its own",
    { references: FIRST.replace("a@", "b@") },
    true,
  ],
  ["of another source", {}, false],
])("a cancel %s cancels nothing", async (_what, parts, isSame) => {
  serve(cap());
  const id = await addSource();
  await ask(id);
  serve(cancel(parts));
  await ask(isSame ? id : await addSource({ name: "Another" }));
  expect(await drafts()).toMatchObject([{ received: { msgType: "Alert" } }]);
});

test.each<[string, Parts, string[]]>([
  ["an exercise", { status: "Exercise" }, ["NOT_SIGNED", "TEST"]],
  ["one that has expired", { expires: "2020-01-01T00:00:00-00:00" }, ["NOT_SIGNED", "EXPIRED"]],
  ["one that is not valid", { sent: "2026-11-30T10:00:00Z" }, ["NOT_VALID", "NOT_SIGNED"]],
  [
    "one whose area is a line",
    { polygon: "44.2,11.2 44.3,11.3 44.2,11.2 44.2,11.2" },
    ["NOT_SIGNED", "NO_AREA"],
  ],
  [
    "an update of nothing known",
    { type: "Update", references: "a,b,2026-11-30T10:00:00-00:00" },
    ["NOT_SIGNED", "UNKNOWN_REFERENCE"],
  ],
  [
    "one that crosses itself",
    { polygon: "44.2,11.2 44.4,11.4 44.4,11.2 44.2,11.4 44.2,11.2" },
    ["NOT_SIGNED"],
  ],
])("%s is marked", async (_what, parts, marks) => {
  serve(cap(parts));
  await ask(await addSource());
  expect(await drafts()).toMatchObject([{ received: { marks } }]);
});

test("an older message that comes after the one that replaces it, a receipt and a message from elsewhere make no draft", async () => {
  serve(update("New"));
  const id = await addSource();
  await ask(id);
  serve(cap(), cap({ id: "a-8", type: "Ack" }), cap({ id: "a-9", polygon: "50,1 50,2 51,2 50,1" }));
  await ask(id);
  expect(await drafts()).toMatchObject([{ received: { identifier: "a-2" } }]);
  expect(await sourceOf(id)).toMatchObject({ outside: 1 });
});

test("a source with a key gives no message with a wrong signature, and is seen to have none with a signature", async () => {
  const key =
    "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----";
  serve(
    cap().replace("</alert>", '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/></alert>'),
    cap({ id: "a-4" }),
  );
  const id = await addSource({ publicKey: key });
  await ask(id);
  expect(await drafts()).toMatchObject([
    { received: { identifier: "a-4", marks: ["NOT_SIGNED"] } },
  ]);
  expect((await sourceOf(id)).refused).toMatch(/^SIGNATURE: .*2\.xml/);
});

test("of a thousand messages each poll takes twenty, until fifty drafts wait; none is lost", async () => {
  serve(...Array.from({ length: 1000 }, (_, at) => cap({ id: `m-${at}` })));
  const id = await addSource();
  const counts: number[] = [];
  for (const _ of [1, 2, 3, 4]) {
    await ask(id);
    counts.push((await service.owner.query("select from app_public.shared_drafts")).rows.length);
  }
  expect(counts).toEqual([20, 40, 50, 50]);
  expect(await sourceOf(id)).toMatchObject({ refused: "FULL", problem: null });
  await service.owner.query("delete from app_public.shared_drafts");
  await ask(id);
  expect(
    (await service.owner.query("select count(*)::int as all from app_private.cap_received")).rows,
  ).toEqual([{ all: 70 }]);
});

test("a source that fails is asked later and later, as it says, and at once after an edit", async () => {
  const id = await addSource();
  const waits = async () =>
    (
      await service.owner.query(
        "select round(extract(epoch from run_at - now()))::int as wait from graphile_worker.jobs where key = $1",
        [`poll_cap_source:${id}`],
      )
    ).rows.map(({ wait }) => wait);
  expect(await waits()).toEqual([0]);
  const seen: unknown[] = [];
  for (const retryAfter of [undefined, undefined, "1000"]) {
    answer = (response) =>
      response.writeHead(503, retryAfter ? { "retry-after": retryAfter } : {}).end();
    await ask(id);
    seen.push((await waits())[0]);
  }
  expect(seen).toEqual([60, 120, 1000]);
  expect(await sourceOf(id)).toMatchObject({
    problem: "STATUS: 503",
    failures: 3,
    answeredAt: null,
  });
  answer = undefined;
  pages.set("/feed", "<html/>");
  const edit = (input: object, as = manager) =>
    service.graphql(
      "mutation ($id: Int!, $input: CapSourceEdit!) { capSourceEdit(id: $id, input: $input) { version problem } }",
      { id, input },
      as,
    );
  expect((await edit({ intervalS: 60 })).data.capSourceEdit).toEqual({ version: 2, problem: null });
  expect(await waits()).toEqual([0]);
  await ask(id);
  expect(await sourceOf(id)).toMatchObject({ problem: "NOT_CAP: html" });
  await edit({ isPaused: true });
  expect(await waits()).toEqual([]);
  expect(refusals(await edit({}, author))).toEqual([expect.stringMatching("FORBIDDEN")]);
  await run(`mutation { capSourceRemove(id: ${id}) { id } }`, {}, manager);
  const { rows } = await service.owner.query(
    "select facts ->> 'reason' as reason from app_public.audit_entries where facts ->> 'source_id' = $1 order by id",
    [String(id)],
  );
  expect(rows.map(({ reason }) => reason)).toEqual(["ADDED", "EDITED", "EDITED", "REMOVED"]);
});

test("what comes of a source that a manager changes meanwhile is not stored", async () => {
  serve(cap());
  const id = await addSource();
  answer = (response) => {
    answer = undefined;
    void run(
      `mutation { capSourceEdit(id: ${id}, input: { isPaused: true }) { id } }`,
      {},
      manager,
    ).then(() => response.end(pages.get("/feed")));
  };
  await ask(id);
  expect(await sourceOf(id)).toMatchObject({ askedAt: null });
});

test("another authority sees neither the source, nor the message of its drafts, nor of its alerts", async () => {
  serve(cap());
  const id = await addSource();
  await ask(id);
  const alert = await publish((await drafts())[0]);
  const made = await run('mutation { authorityAdd(input: { name: "There" }) { id } }');
  const [other] = (await service.newUsers(1)) as [TestUser];
  await run(
    "mutation ($id: Int!, $of: Int!) { membershipSet(userId: $id, authorityId: $of, role: MANAGER) { id } }",
    { id: other.id, of: made.authorityAdd.id },
  );
  expect((await run("{ capSources { id } }", {}, other)).capSources).toEqual([]);
  expect((await run(`{ alerts(id: ${alert}) { received { id } } }`, {}, other)).alerts).toEqual([
    { received: null },
  ]);
  const refused = await service.graphql(
    `mutation { capSourceEdit(id: ${id}, input: {}) { id } }`,
    {},
    other,
  );
  expect(refusals(refused)).toEqual(["NOT_FOUND at capSourceEdit"]);
  await expect(addSource({ authorityId: authority }, other)).rejects.toThrow("NOT_FOUND");
});

const OPEN =
  "mutation ($input: CapMessageInput!) { capMessageOpen(input: $input) { id name received { marks sourceName } } }";
test("an author opens a message by hand, once", async () => {
  pages.set("/one", cap());
  const opened = (await run(OPEN, { input: { url: `${home}/one` } }, author)).capMessageOpen;
  expect(opened).toMatchObject({
    name: "Flood of the Reno",
    received: { marks: ["NOT_SIGNED"], sourceName: null },
  });
  expect((await run(OPEN, { input: { xml: cap() } }, author)).capMessageOpen.id).toBe(opened.id);
  await run(`mutation { sharedDraftRemove(id: ${opened.id}) { id } }`, {}, author);
  expect((await run(OPEN, { input: { xml: cap() } }, author)).capMessageOpen.id).toBeGreaterThan(
    opened.id,
  );
});

test("an area that crosses itself thousands of times is drawn coarsely, and holds up nobody", async () => {
  const star = Array.from({ length: 2901 }, (_, at) => {
    const angle = (2 * Math.PI * 1399 * at) / 2900;
    return `${44.5 + 0.3 * Math.sin(angle)},${11.5 + 0.3 * Math.cos(angle)}`;
  });
  await run(OPEN, { input: { xml: cap({ polygon: star.join(" ") }) } }, author);
  const [draft] = await drafts();
  expect(draft.content.shapes).toMatchObject([{ kind: "polygon" }]);
});

test.each<[string, object, () => TestUser | undefined, string]>([
  ["nothing", {}, () => author, "BAD_USER_INPUT"],
  ["both", { xml: "a", url: "b" }, () => author, "BAD_USER_INPUT"],
  ["no message", { xml: "<a/>" }, () => author, "BAD_USER_INPUT/CAP_REFUSED"],
  ["a DOCTYPE", { xml: "<!DOCTYPE a><a/>" }, () => author, "BAD_USER_INPUT/CAP_REFUSED"],
  [
    "the metadata of a cloud",
    { url: "https://169.254.169.254/latest" },
    () => author,
    "BAD_USER_INPUT/CAP_REFUSED",
  ],
  ["a cancel of nothing known", { xml: cancel() }, () => author, "CONFLICT"],
  [
    "a message for an authority that is not theirs",
    { xml: cap(), authorityId: 1 },
    () => author,
    "FORBIDDEN",
  ],
  ["any as a person", { url: "https://example.org" }, () => plain, "FORBIDDEN"],
  ["any as nobody", { url: "https://example.org" }, () => undefined, "UNAUTHENTICATED"],
])("opening %s is refused", async (_what, input, as, code) => {
  [plain] = (await service.newUsers(1)) as [TestUser];
  const { errors } = await service.graphql(OPEN, { input }, as());
  const { extensions } = errors?.[0] ?? {};
  expect(`${extensions?.code}/${extensions?.reason ?? ""}`).toContain(code);
  expect(asked).toEqual([]);
});
let plain: TestUser;

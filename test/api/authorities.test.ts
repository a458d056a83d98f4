/** @database server */
import { beforeAll, expect, test } from "@jest/globals";
import { type Answer, refusals, runTestService, type TestUser } from "../helpers/service.ts";
import { open } from "../live/client.ts";

const service = runTestService({ FAST_PATH: "true" });
const ROLES = ["none", "VIEWER", "AUTHOR", "APPROVER", "MANAGER"] as const;
const members = {} as Record<(typeof ROLES)[number], TestUser>;
let admin: TestUser;
let authority: number;
let far: TestUser;

const codes = (answer: Answer) => refusals(answer).map((refusal) => refusal.split(" ")[0]);

const polygon = (west: number) => ({
  type: "Polygon",
  coordinates: [
    [
      [west, 0],
      [west + 1, 0],
      [west + 1, 1],
      [west, 1],
      [west, 0],
    ],
  ],
});
const alert = (west: number) => ({ area: polygon(west), text1: "1", text2: "2", text3: "3" });
const report = (user: TestUser, longitude: number) =>
  service.graphql(
    "mutation ($at: PositionInput!) { newPosition(input: $at) { id } }",
    { at: { latitude: 0.5, longitude, movingActivity: "STILL" } },
    user,
  );

beforeAll(async () => {
  admin = service.admin;
  const { data } = await service.graphql(
    'mutation ($area: GeoJSON) { authorityAdd(input: { name: "West", area: $area }) { id parentId areaGeoJson } }',
    { area: polygon(-1) },
    admin,
  );
  expect(data.authorityAdd).toMatchObject({ parentId: 1, areaGeoJson: { type: "MultiPolygon" } });
  authority = data.authorityAdd.id;
  for (const role of ROLES) {
    const member = await service.newUser();
    members[role] = member;
    if (role === "none") continue;
    const set = `mutation ($id: Int!, $authority: Int!, $role: AuthorityRole!) {
      membershipSet(userId: $id, authorityId: $authority, role: $role) { isAdmin memberships { role authority { name } } }
    }`;
    const answer = await service.graphql(set, { id: member.id, authority, role }, admin);
    expect(answer.data.membershipSet).toEqual({
      isAdmin: role === "MANAGER",
      memberships: [{ role, authority: { name: "West" } }],
    });
  }
  far = await service.newUser();
  await report(far, 50);
  await report(members.none, -0.5);
});

/** What the least role may ask for. The roles above it may too, and those below are refused. */
const LEAST: [role: (typeof ROLES)[number], document: string, variables?: object][] = [
  ["none", "{ me { memberships { role } } }"],
  ["VIEWER", "{ lastPositions { userId } }"],
  ["VIEWER", "{ positions { userId } }"],
  ["VIEWER", "{ usersConnection { totalCount } }"],
  ["VIEWER", "{ alertStatistics { status } }"],
  [
    "VIEWER",
    "query ($input: AlertInput!) { alertReach(input: $input) { one } }",
    { input: alert(-1) },
  ],
  ["VIEWER", "{ authorities { name areaGeoJson } }"],
  ["VIEWER", "{ mutualAids { authority { name } toAuthority { name } areaGeoJson endsAt } }"],
  ["AUTHOR", "{ sharedDrafts { id } }"],
  ["AUTHOR", "{ alertTemplates { id } }"],
  [
    "AUTHOR",
    'mutation { newSharedDraft(input: { name: "A", content: "{}", isPrivate: true }) { id } }',
  ],
  ["AUTHOR", "{ publishStep { confirmAbove } }"],
  ["AUTHOR", "{ heldPublications { id } }"],
  [
    "APPROVER",
    "mutation ($input: AlertInput!) { newAlert(input: $input) { id authority { id } } }",
    { input: alert(-1) },
  ],
  ["MANAGER", "{ usersOverview { id } }"],
  ["MANAGER", "{ invitations { id } }"],
  ["MANAGER", "{ auditEntries { id } }"],
  [
    "MANAGER",
    "mutation ($endsAt: Int64!) { mutualAidAdd(input: { toAuthorityId: 1, endsAt: $endsAt }) { id toAuthority { name } } }",
    { endsAt: Math.floor(Date.now() / 1000) + 3600 },
  ],
  ["MANAGER", 'mutation { invitationAdd(input: { name: "A" }) { id } }'],
];

test.each(LEAST)(
  "%s and all above may ask %s, and nobody below",
  async (...[least, document, variables = {}]) => {
    for (const role of ROLES) {
      const answer = await service.graphql(document, variables, members[role]);
      const expected = ROLES.indexOf(role) < ROLES.indexOf(least) ? ["FORBIDDEN"] : [];
      expect({ role, refused: codes(answer) }).toEqual({ role, refused: expected });
    }
  },
);

test("lists, counts, aggregates and cursors show the people of the area only", async () => {
  const ids = [members.none.id];
  const { data } = await service.graphql(
    `{
      lastPositions { userId }
      positions { userId }
      positionsConnection { totalCount aggregates { max { longitude } } edges { cursor node { userId } } }
    }`,
    {},
    members.VIEWER,
  );
  expect(data).toMatchObject({
    lastPositions: ids.map((userId) => ({ userId })),
    positions: ids.map((userId) => ({ userId })),
    positionsConnection: {
      totalCount: 1,
      aggregates: { max: { longitude: -0.5 } },
      edges: [{ node: { userId: members.none.id } }],
    },
  });
  for (const document of [
    `{ user(id: ${far.id}) { name } }`,
    `mutation { userEdit(id: ${far.id}, input: { name: "X" }) { id } }`,
    `mutation { userErase(id: ${far.id}) { positions } }`,
    `mutation { userRights(id: ${far.id}, input: { isAdmin: true }) { id } }`,
    `mutation { userExport(id: ${far.id}) { url } }`,
  ]) {
    const answer = await service.graphql(document, {}, members.MANAGER);
    expect({ document, refused: codes(answer) }).toEqual({ document, refused: ["NOT_FOUND"] });
  }
});

test("outside its area an authority neither publishes nor learns a number", async () => {
  for (const document of [
    "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
    "query ($input: AlertInput!) { alertReach(input: $input) { one } }",
  ]) {
    const { data, errors } = await service.graphql(
      document,
      { input: alert(49.5) },
      members.APPROVER,
    );
    expect({
      data,
      code: errors?.[0]?.extensions?.code,
      reason: errors?.[0]?.extensions?.reason,
    }).toEqual({
      data: { [document.startsWith("mutation") ? "newAlert" : "alertReach"]: null },
      code: "FORBIDDEN",
      reason: "OUTSIDE_AUTHORITY",
    });
  }
});

test("a demotion bites at the next request of the same token", async () => {
  const member = await service.newUser();
  await service.owner.query("insert into app_public.memberships values ($1, $2, 'APPROVER')", [
    member.id,
    authority,
  ]);
  const ask = async () =>
    codes(await service.graphql("{ publishStep { confirmAbove } }", {}, member));
  expect(await ask()).toEqual([]);
  await service.owner.query(
    "update app_public.memberships set role = 'VIEWER' where user_id = $1",
    [member.id],
  );
  expect(await ask()).toEqual(["FORBIDDEN"]);
});

test.each(["lastPositionChanged", "positionAdded"])(
  "%s, whose events tell that somebody has moved, is refused in an area",
  async (field) => {
    const client = await open(service.url, { token: members.MANAGER.token });
    const { errors } = await client.ask(`subscription { ${field} { userId } }`);
    expect(errors?.[0]?.extensions?.reason).toBe("AREA_ONLY");
    client.socket.close();
  },
);

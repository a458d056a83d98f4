/** @database server */
import { beforeAll, expect, test } from "@jest/globals";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";

const service = runTestService();
let user: TestUser;
beforeAll(async () => {
  user = await service.newUser();
});

const run = (document: string, as: TestUser | undefined = service.admin) =>
  service.graphql(document, {}, as);

const SHARE =
  'mutation { newSharedDraft(input: { name: "Reno", content: "secret" }) { id version content user { id } editor { id } editingUntil isTraining } }';
const template = (name: string) =>
  `mutation { newAlertTemplate(input: { name: "${name}", text1: "Go to {place}", severity: SEVERE, duration: 3600 }) { id version text1 severity duration user { id } } }`;

test("administrators share, find, change, mark and remove drafts", async () => {
  const { newSharedDraft: draft } = (await run(SHARE)).data;
  const me = { id: service.admin.id };
  expect(draft).toMatchObject({ version: 1, content: "secret", user: me, editor: me });
  expect(draft.editingUntil).toBeGreaterThan(Date.now() / 1000);
  expect(refusals(await run(SHARE))).toEqual(["CONFLICT at newSharedDraft"]);
  const found = await run(`{ sharedDrafts(id: ${draft.id}) { name content } }`);
  expect(found.data.sharedDrafts).toEqual([{ name: "Reno", content: "secret" }]);

  const edit = `mutation { sharedDraftEdit(id: ${draft.id}, input: { content: "new", expectedVersion: 1 }) { version } }`;
  expect((await run(edit)).data.sharedDraftEdit).toEqual({ version: 2 });
  expect(refusals(await run(edit))).toEqual(["CONFLICT at sharedDraftEdit"]);
  const stop = `mutation { sharedDraftMark(id: ${draft.id}, isEditing: false) { editor { id } editingUntil } }`;
  expect((await run(stop)).data.sharedDraftMark).toEqual({ editor: null, editingUntil: null });

  const remove = `mutation { sharedDraftRemove(id: ${draft.id}) { id } }`;
  expect((await run(remove)).data.sharedDraftRemove).toEqual({ id: draft.id });
  expect(refusals(await run(remove))).toEqual(["NOT_FOUND at sharedDraftRemove"]);
});

test("a private draft is listed for its author only, until it is shared", async () => {
  const colleague = await service.newUser({ isAdmin: true });
  const keep =
    'mutation { newSharedDraft(input: { name: "Mine", content: "c", isPrivate: true, alertId: 7 }) { id isPrivate alertId } }';
  const { newSharedDraft: draft } = (await run(keep)).data;
  expect(draft).toMatchObject({ isPrivate: true, alertId: 7 });
  const listed = async (as: TestUser) =>
    (await run("{ sharedDrafts { id } }", as)).data.sharedDrafts;
  expect(await listed(colleague)).toEqual([]);
  expect(await listed(service.admin)).toEqual([{ id: draft.id }]);
  const share = `mutation { sharedDraftEdit(id: ${draft.id}, input: { isPrivate: false, expectedVersion: 1 }) { isPrivate } }`;
  expect(refusals(await run(share, colleague))).toEqual(["NOT_FOUND at sharedDraftEdit"]);
  await run(share);
  expect(await listed(colleague)).toEqual([{ id: draft.id }]);
  const publication = `{ heldPublication(draftId: ${draft.id}) { state alertId } }`;
  expect((await run(publication)).data).toEqual({ heldPublication: null });
  expect(refusals(await run(publication, user))).toEqual([expect.stringMatching(/^FORBIDDEN/)]);
  await run(`mutation { sharedDraftRemove(id: ${draft.id}) { id } }`);
});

test("no type that users can read leads to drafts, templates or saved areas", async () => {
  const { data } = await run(
    "{ __schema { types { name fields { name type { name ofType { name ofType { name ofType { name } } } } } } } }",
  );
  const prepared = /^(SharedDraft|AlertTemplate|SavedArea)$/;
  // biome-ignore lint/suspicious/noExplicitAny: the answer of an introspection
  const leads = data.__schema.types.flatMap(({ name, fields }: any) =>
    // biome-ignore lint/suspicious/noExplicitAny: as above
    (fields ?? []).flatMap((field: any) => {
      const names = [];
      for (let type = field.type; type; type = type.ofType) names.push(type.name);
      return names.some((found) => prepared.test(found)) && name !== "Mutation"
        ? [`${name}.${field.name}`]
        : [];
    }),
  );
  expect(leads.sort()).toEqual(["Query.alertTemplates", "Query.savedAreas", "Query.sharedDrafts"]);
});

test("administrators save, replace and remove templates, and an alert from one has no placeholder", async () => {
  const { newAlertTemplate: flood } = (await run(template("Flood"))).data;
  expect(flood).toMatchObject({
    version: 1,
    text1: "Go to {place}",
    severity: "SEVERE",
    duration: 3600,
  });
  expect(refusals(await run(template("flood")))).toEqual(["CONFLICT at newAlertTemplate"]);
  const edit = `mutation { alertTemplateEdit(id: ${flood.id}, input: { name: "Rain" }, expectedVersion: 1) { name version text1 } }`;
  expect((await run(edit)).data.alertTemplateEdit).toEqual({ name: "Rain", version: 2, text1: "" });
  expect(refusals(await run(edit))).toEqual(["CONFLICT at alertTemplateEdit"]);

  const corner = (latitude: number, longitude: number) =>
    `{ latitude: ${latitude}, longitude: ${longitude} }`;
  const publish = (text1: string, by: string) =>
    run(
      `mutation { newAlert(input: { points: [${corner(1, 1)}, ${corner(1, 2)}, ${corner(2, 2)}], text1: "${text1}", text2: "b", text3: "c", ${by} }) { templateId text1 } }`,
    );
  const faulty = await publish("Go to {place}", `templateId: ${flood.id}`);
  expect(refusals(faulty)).toEqual(["BAD_USER_INPUT at newAlert"]);
  const alert = await publish("Go to Rome", `templateId: ${flood.id}`);
  expect(alert.data.newAlert).toEqual({ templateId: flood.id, text1: "Go to Rome" });
  expect(refusals(await publish("Again", "draftId: 999"))).toEqual(["CONFLICT at newAlert"]);
  await run(`mutation { alertTemplateRemove(id: ${flood.id}) { id } }`);
  expect((await run("{ alertTemplates { id } }")).data.alertTemplates).toEqual([]);
});

/** @database server */
import { describe, expect } from "@jest/globals";
import {
  type Actor,
  alertInput,
  anonymous,
  DENIED,
  host,
  owner,
  type Row,
  refusal,
  type Scene,
  stage,
} from "./scene.ts";

const { test } = stage();

const NEW =
  "select d.* from app_public.new_shared_draft(json_populate_record(null::app_public.shared_draft_input, $1)) d";
const EDIT =
  "select d.* from app_public.shared_draft_edit($1, json_populate_record(null::app_public.shared_draft_edit, $2)) d";
const MARK = "select d.* from app_public.shared_draft_mark($1, $2) d";

const share = async (s: Scene, actor: Actor, name = "Flood", content = "{}"): Promise<Row> =>
  (await s.as(actor, NEW, [JSON.stringify({ name, content })]))[0] as Row;
const keep = async (s: Scene, actor: Actor, more: object = {}): Promise<Row> => {
  const input = { name: "Mine", content: "{}", is_private: true, ...more };
  return (await s.as(actor, NEW, [JSON.stringify(input)]))[0] as Row;
};
const edit = async (s: Scene, actor: Actor, id: number, changes: object): Promise<Row> =>
  (await s.as(actor, EDIT, [id, JSON.stringify(changes)]))[0] as Row;
const mark = async (s: Scene, actor: Actor, id: number, isEditing = true): Promise<Row> =>
  (await s.as(actor, MARK, [id, isEditing]))[0] as Row;
const remove = (s: Scene, actor: Actor, id: number) =>
  s.as(actor)`select app_public.shared_draft_remove(${id})`;
const drafts = async (s: Scene) => {
  const rows = await s.as(owner)`select name from app_public.shared_drafts order by 1`;
  return rows.map(({ name }) => name);
};

async function trainee(s: Scene, admin: Actor) {
  const user = await s.user(true);
  await s.as(admin)`select app_public.user_training(${user.id}, true)`;
  return user;
}

describe("a shared draft", () => {
  test("has a content of up to 500,000 characters", async (s) => {
    const admin = await s.user(true);
    expect(await share(s, admin, "Small", "{é}")).toMatchObject({
      content: "{é}",
      is_training: false,
    });
    await expect(share(s, admin, "Huge", "é".repeat(500_001))).rejects.toMatchObject({
      constraint: "shared_drafts_content",
    });
    const content = "é".repeat(500_000);
    expect(await share(s, admin, "Large", content)).toMatchObject({ content });
  });

  test("keeps what an edit leaves out, and is marked by who edits it", async (s) => {
    const [a, b] = [await s.user(true), await s.user(true)];
    const { id } = await share(s, a);
    const { id: other } = await share(s, a, "Other");
    expect(await edit(s, b, id, { content: "b", expected_version: 1 })).toMatchObject({
      name: "Flood",
      content: "b",
      editor_id: b.id,
    });
    expect(await edit(s, b, id, { name: "Rain", expected_version: 2 })).toMatchObject({
      content: "b",
    });
    // Another draft keeps its editor.
    const editor = "select editor_id from app_public.shared_drafts where id = $1";
    expect(await s.value(owner, editor, [other])).toBe(a.id);
  });

  test("says who works on it, until they stop or a minute has passed", async (s) => {
    const [a, b] = [await s.user(true), await s.user(true)];
    const { id, editor_id, editing_until } = await share(s, a);
    expect(editor_id).toBe(a.id);
    const other = await share(s, a, "Other");
    const left = "select extract(epoch from $1::timestamptz - clock_timestamp())::float8";
    expect(await s.value(owner, left, [editing_until])).toBeGreaterThan(50);
    expect(await s.value(owner, left, [editing_until])).toBeLessThanOrEqual(60);
    expect(await mark(s, b, id)).toMatchObject({ editor_id: a.id, version: 1 });
    expect(await mark(s, b, id, false)).toMatchObject({ editor_id: a.id });
    await s.as(owner)`update app_public.shared_drafts set editing_until = now() - interval '1 s'`;
    expect(await mark(s, b, id)).toMatchObject({ editor_id: b.id });
    expect(await mark(s, b, id, false)).toMatchObject({ editor_id: null, editing_until: null });
    const editor = "select editor_id from app_public.shared_drafts where id = $1";
    expect(await s.value(owner, editor, [other.id])).toBe(a.id);
    await mark(s, a, id);
    await s.as(owner)`update app_public.shared_drafts
      set editing_until = clock_timestamp() + interval '9 s'`;
    // A client repeats the mark while its administrator works on the draft.
    const repeated = await mark(s, a, id);
    expect(repeated.editor_id).toBe(a.id);
    expect(await s.value(owner, left, [repeated.editing_until])).toBeGreaterThan(50);
  });

  test("is removed when it is published, and cannot be published twice", async (s) => {
    const [a, b] = [await s.user(true), await s.user(true)];
    const { id } = await share(s, a);
    await share(s, a, "Other");
    const fields = { draft_id: id, idempotency_key: "key" };
    const alert = await s.alert(a, undefined, fields);
    expect(await drafts(s)).toEqual(["Other"]);
    // A repeated request returns its alert. The request of another administrator makes no second alert.
    expect(await s.alert(a, undefined, fields)).toBe(alert);
    await expect(s.alert(b, undefined, fields)).rejects.toMatchObject(refusal("LA409"));
    expect(await s.as(owner)`select id from app_public.alerts`).toEqual([{ id: alert }]);
  });

  test("stays after a held publication of it is taken back, and is removed when one is published", async (s) => {
    const admin = await s.user(true);
    const { id } = await share(s, admin);
    const hold = (key: string) =>
      s.value(
        admin,
        "select id from app_public.publication_hold(json_populate_record(null::app_public.publication_input, $1))",
        [JSON.stringify({ key, new_alert: alertInput(undefined, { draft_id: id, text1: key }) })],
      );
    const first = await hold("first");
    await s.as(admin)`select app_public.publication_take_back(${first})`;
    expect(await drafts(s)).toEqual(["Flood"]);
    const [second, third] = [await hold("second"), await hold("third")];
    for (const held of [second, third]) {
      await s.as(owner)`select app_private.publish_held(${held})`;
    }
    expect(await drafts(s)).toEqual([]);
    const states = "select state from app_private.held_publications order by id";
    expect((await s.as(owner, states)).map(({ state }) => state)).toEqual([
      "TAKEN_BACK",
      "PUBLISHED",
      "FAILED",
    ]);
  });
});

describe("shared drafts", () => {
  test("cannot be marked by anyone but administrators", async (s) => {
    const { id } = await share(s, await s.user(true));
    for (const actor of [await s.user(), anonymous, host]) {
      await expect(mark(s, actor, id)).rejects.toMatchObject(DENIED);
    }
  });

  test("cannot be marked or published by training users, who have their own", async (s) => {
    const admin = await s.user(true);
    const learner = await trainee(s, admin);
    const { id } = await share(s, admin, "Real");
    for (const change of [
      () => mark(s, learner, id),
      () => s.alert(learner, undefined, { draft_id: id }),
    ]) {
      await expect(change()).rejects.toMatchObject(refusal("LA403"));
    }
    const own = await share(s, learner, "Practice");
    await edit(s, await trainee(s, admin), own.id, { content: "x", expected_version: 1 });
    const alert = await s.alert(learner, undefined, { draft_id: own.id });
    const status = "select status from app_public.alerts where id = $1";
    expect(await s.value(owner, status, [alert])).toBe("EXERCISE");
    expect(await drafts(s)).toEqual(["Real"]);
  });
});

describe("a private draft", () => {
  test("is read, changed, shared and published by nobody but its author, by functions and plain statements", async (s) => {
    const [a, b] = [await s.user(true), await s.user(true)];
    const draft = await keep(s, a, { alert_id: 7 });
    expect(draft).toMatchObject({ is_private: true, alert_id: 7, user_id: a.id, version: 1 });
    const { id } = draft;
    expect(await s.as(b)`select id from app_public.shared_drafts`).toEqual([]);
    for (const change of [
      () => edit(s, b, id, { content: "b", expected_version: 1 }),
      () => edit(s, b, id, { is_private: false, expected_version: 1 }),
      () => mark(s, b, id),
      () => remove(s, b, id),
    ])
      await expect(change()).rejects.toMatchObject(refusal("LA404"));
    await expect(s.alert(b, undefined, { draft_id: id })).rejects.toMatchObject(refusal("LA409"));
    for (const sql of [
      "update app_public.shared_drafts set content = 'b' returning id",
      "update app_public.shared_drafts set is_private = false returning id",
      "update app_public.shared_drafts set editing_until = 'infinity' returning id",
      "delete from app_public.shared_drafts returning id",
    ])
      expect(await s.as(b, sql)).toEqual([]);
    expect(await edit(s, a, id, { content: "a", expected_version: 1 })).toMatchObject({
      content: "a",
      version: 2,
    });
    await s.alert(a, undefined, { draft_id: id });
    expect(await drafts(s)).toEqual([]);
  });

  test("may have the name of another draft, until it is shared", async (s) => {
    const admin = await s.user(true);
    await share(s, admin, "Flood");
    const [one] = [
      await keep(s, admin, { name: "flood" }),
      await keep(s, admin, { name: "flood" }),
    ];
    const taken = edit(s, admin, one?.id, { is_private: false, expected_version: 1 });
    await expect(taken).rejects.toMatchObject({ constraint: "shared_drafts_name_key" });
    const shared = { is_private: false, name: "Reno", expected_version: 1 };
    expect(await edit(s, admin, one?.id, shared)).toMatchObject({ name: "Reno", version: 2 });
    const reader = await s.user(true);
    expect(await s.as(reader)`select name from app_public.shared_drafts order by 1`).toEqual([
      { name: "Flood" },
      { name: "Reno" },
    ]);
  });

  test("is in the audit log only once it is shared", async (s) => {
    const admin = await s.user(true);
    const { id } = await keep(s, admin);
    await edit(s, admin, id, { content: "a", expected_version: 1 });
    const { id: own } = await keep(s, admin);
    await remove(s, admin, own);
    await s.alert(admin, undefined, { draft_id: (await keep(s, admin)).id });
    await edit(s, admin, id, { is_private: false, expected_version: 2 });
    await edit(s, admin, id, { content: "b", expected_version: 3 });
    await edit(s, admin, id, { is_private: true, expected_version: 4 });
    const entries = await s.as(owner)`select object_id, action, facts from app_public.audit_entries
      where object_type = 'DRAFT' order by id`;
    expect(entries).toEqual([
      { object_id: String(id), action: "DRAFT_CREATED", facts: {} },
      { object_id: String(id), action: "DRAFT_EDITED", facts: { version: 4 } },
      { object_id: String(id), action: "DRAFT_REMOVED", facts: {} },
    ]);
  });

  test("is one of at most 100 of its author", async (s) => {
    const [admin, other] = [await s.user(true), await s.user(true)];
    const { id } = await keep(s, admin);
    await s.as(
      owner,
    )`insert into app_public.shared_drafts (name, content, user_id, is_training, is_private)
      select 'Mine', '{}', ${admin.id}, false, true from generate_series(2, 100)`;
    const message = expect.stringContaining("You have 100 private drafts");
    await expect(keep(s, admin)).rejects.toMatchObject({ ...refusal("LA409"), message });
    await edit(s, admin, id, { content: "a", expected_version: 1 });
    await share(s, admin, "Shared");
    await keep(s, other);
  });

  test("stays its author's when training begins, and is an exercise once it is shared", async (s) => {
    const [admin, author] = [await s.user(true), await s.user(true)];
    const [{ id }, { id: own }] = [await keep(s, author), await keep(s, author)];
    await s.as(admin)`select app_public.user_training(${author.id}, true)`;
    const shared = { is_private: false, name: "Practice", expected_version: 1 };
    expect(await edit(s, author, id, shared)).toMatchObject({ is_training: true });
    expect(await edit(s, author, id, { content: "a", expected_version: 2 })).toMatchObject({
      is_training: true,
    });
    // An administrator's edit does not make it a real one.
    expect(await edit(s, admin, id, { content: "b", expected_version: 3 })).toMatchObject({
      is_training: true,
    });
    const alert = await s.alert(author, undefined, { draft_id: own });
    const status = "select status from app_public.alerts where id = $1";
    expect(await s.value(owner, status, [alert])).toBe("EXERCISE");
  });

  test("goes with its author's account, and a shared draft stays", async (s) => {
    const [admin, other] = [await s.user(true), await s.user(true)];
    await keep(s, other);
    await share(s, other, "Shared");
    await keep(s, admin, { name: "Admin's" });
    await s.as(owner)`select app_private.erase_person(${other.id})`;
    expect(await drafts(s)).toEqual(["Admin's", "Shared"]);
  });
});

describe("the publication of a draft", () => {
  const HOLD =
    "select id from app_public.publication_hold(json_populate_record(null::app_public.publication_input, $1))";
  const hold = (s: Scene, actor: Actor, publication: object): Promise<number> =>
    s.value(actor, HOLD, [JSON.stringify(publication)]);
  const found = async (s: Scene, actor: Actor, draft: number) =>
    (
      await s.as(
        actor,
      )`select id, state, alert_id from app_public.held_publication(draft_id => ${draft})`
    )[0];

  test("is found by the draft: what went out before what is held, and that before what was taken back", async (s) => {
    const [admin, colleague] = [await s.user(true), await s.user(true)];
    const { id } = await keep(s, admin);
    const none = { id: null, state: null, alert_id: null };
    expect(await found(s, admin, id)).toEqual(none);
    const publish = (key: string) =>
      hold(s, admin, { key, new_alert: alertInput(undefined, { draft_id: id, text1: key }) });
    const [first, second] = [await publish("a"), await publish("b")];
    await s.as(admin)`select app_public.publication_take_back(${second})`;
    expect(await found(s, colleague, id)).toMatchObject({ id: first, state: "HELD" });
    await s.as(owner)`select app_private.publish_held(${first})`;
    const out = await found(s, colleague, id);
    expect(out).toMatchObject({ id: first, state: "PUBLISHED", alert_id: expect.any(Number) });
    const user = await s.user();
    await expect(found(s, user, id)).rejects.toMatchObject(DENIED);
  });

  test("of an alert's update removes the draft, and another publication of it is refused", async (s) => {
    const admin = await s.user(true);
    const alert = await s.alert(admin);
    const { id } = await keep(s, admin, { alert_id: alert });
    const update = (key: string, text1: string) =>
      hold(s, admin, { key, alert_id: alert, changes: { text1, draft_id: id } });
    const [first, second] = [await update("a", "Go."), await update("b", "Go now.")];
    for (const held of [first, second]) await s.as(owner)`select app_private.publish_held(${held})`;
    expect(await drafts(s)).toEqual([]);
    expect(await found(s, admin, id)).toMatchObject({ id: first, alert_id: alert });
    expect(
      await s.value(owner, "select version from app_public.alerts where id = $1", [alert]),
    ).toBe(2);
    await expect(update("c", "Go.")).rejects.toMatchObject(refusal("LA409"));
  });
});

describe("a plain statement of an administrator", () => {
  const INSERT =
    "insert into app_public.shared_drafts (name, content) values ($1, '{}') returning id, user_id, is_training, editor_id";

  test("marks a draft for a minute at most, which changes no version and is not audited", async (s) => {
    const [a, b] = [await s.user(true), await s.user(true)];
    const [saved] = await s.as(a, INSERT, ["Plain"]);
    expect(saved).toMatchObject({ is_training: false, editor_id: null });
    const update = (to: string, actor: Actor = b) =>
      s.as(
        actor,
        `update app_public.shared_drafts set ${to}
            returning user_id, version, editor_id, editing_until <= clock_timestamp() + interval '1 minute' as is_short`,
      );
    const marked = { user_id: a.id, version: 1, editor_id: b.id, is_short: true };
    expect(await update("editing_until = 'infinity'")).toEqual([marked]);
    expect(await update("content = '[]'")).toEqual([{ ...marked, user_id: b.id, version: 2 }]);
    expect(await update("editing_until = null", a)).toMatchObject([{ editor_id: null }]);
    for (const column of ["editor_id", "is_training"]) {
      await expect(update(`${column} = default`)).rejects.toMatchObject(DENIED);
    }
    const entries = await s.as(owner)`select facts from app_public.audit_entries
      where action = 'DRAFT_EDITED'`;
    expect(entries).toEqual([{ facts: { version: 2 } }]);
  });

  test("in training reaches drafts of training users only, as the functions do", async (s) => {
    const admin = await s.user(true);
    const learner = await trainee(s, admin);
    const [practice] = await s.as(learner, INSERT, ["Practice"]);
    expect(practice).toMatchObject({ user_id: learner.id, is_training: true });
    await s.as(learner)`update app_public.shared_drafts set content = '[]'`;
    await s.as(admin, INSERT, ["Real"]);
    await expect(
      s.as(learner)`update app_public.shared_drafts set editing_until = 'infinity'`,
    ).rejects.toMatchObject(refusal("LA403"));
    const own = "delete from app_public.shared_drafts where is_training returning name";
    expect(await s.as(learner, own)).toEqual([{ name: "Practice" }]);
  });
});

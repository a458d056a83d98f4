/** @database server */
import { describe, expect } from "@jest/globals";
import {
  type Actor,
  anonymous,
  DENIED,
  host,
  owner,
  type Row,
  refusal,
  type Scene,
  stage,
} from "./scene.ts";

/** What administrators save for each other, under a name and with a version: areas, templates and shared drafts. */

const { test } = stage();

interface Kind {
  what: string;
  table: string;
  /** The type of the audit log. */
  type: string;
  /** The functions that save, change and remove one. */
  functions: [save: string, edit: string, remove: string];
  /** What else a new one needs, for the function and for a plain statement. */
  input: object;
  columns: string;
  values: string;
}

const RECORD = "json_populate_record(null::app_public.";
const AREA = {
  type: "Polygon",
  coordinates: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ],
  ],
};

const KINDS: Kind[] = [
  {
    what: "a saved area",
    table: "saved_areas",
    type: "AREA",
    functions: [
      `new_saved_area(${RECORD}saved_area_input, $1))`,
      `saved_area_edit($1, ${RECORD}saved_area_edit, $2))`,
      "saved_area_remove($1)",
    ],
    input: { area: AREA },
    columns: "area",
    values: "'SRID=4326;MULTIPOLYGON(((0 0,1 0,1 1,0 0)))'",
  },
  {
    what: "a template",
    table: "alert_templates",
    type: "TEMPLATE",
    functions: [
      `new_alert_template(${RECORD}alert_template_input, $1))`,
      `alert_template_edit($1, ${RECORD}alert_template_input, $2), ($2 ->> 'expected_version')::int)`,
      "alert_template_remove($1)",
    ],
    input: {},
    columns: "text1, text2, text3, all_clear, correction, severity, urgency, certainty, status",
    values: "'', '', '', '', '', 'SEVERE', 'EXPECTED', 'LIKELY', 'ACTUAL'",
  },
  {
    what: "a shared draft",
    table: "shared_drafts",
    type: "DRAFT",
    functions: [
      `new_shared_draft(${RECORD}shared_draft_input, $1))`,
      `shared_draft_edit($1, ${RECORD}shared_draft_edit, $2))`,
      "shared_draft_remove($1)",
    ],
    input: { content: "{}" },
    columns: "content",
    values: "'{}'",
  },
];

describe.each(KINDS)("$what", ({ what, table, type, functions, input, columns, values }) => {
  const [SAVE, EDIT, REMOVE] = functions.map((call) => `select f.* from app_public.${call} f`);
  const save = async (s: Scene, actor: Actor, name: string) =>
    (await s.as(actor, SAVE as string, [JSON.stringify({ name, ...input })]))[0] as Row;
  const edit = async (s: Scene, by: Actor, id: number, name: string, expected_version?: number) =>
    (await s.as(by, EDIT as string, [id, JSON.stringify({ name, expected_version })]))[0] as Row;
  const remove = (s: Scene, actor: Actor, id: number) => s.as(actor, REMOVE as string, [id]);
  const names = async (s: Scene, actor: Actor = owner) =>
    (await s.as(actor, `select name from app_public.${table} order by id`)).map(({ name }) => name);
  /** Inserts one by a plain statement, for a user if one is given. */
  const insert = (s: Scene, actor: Actor, name: string, user?: Actor) =>
    s.as(
      actor,
      `insert into app_public.${table} (name, ${columns}${user ? ", user_id" : ""})
        values ($1, ${values}${user ? `, ${user.id}` : ""}) returning id, user_id, version`,
      [name],
    );
  const audited = (s: Scene) =>
    s.as(owner)`select actor_id, action, facts from app_public.audit_entries
      where object_type = ${type}::app_public.audit_object order by id`;
  /** Makes an administrator in training. */
  async function trainee(s: Scene, admin: Actor): Promise<Actor> {
    const user = await s.user(true);
    await s.as(admin)`select app_public.user_training(${user.id}, true)`;
    return user;
  }

  test("can be changed only with its current version, by any administrator", async (s) => {
    const [a, b] = [await s.user(true), await s.user(true)];
    const { id } = await save(s, a, "First");
    const { id: other } = await save(s, a, "Other");
    await s.as(
      owner,
      `update app_public.${table} set created_at = now() - interval '1 day', updated_at = now() - interval '1 day'`,
    );
    const second = { name: "Second", version: 2, user_id: b.id };
    expect(await edit(s, b, id, " Second ", 1)).toMatchObject(second);
    // An edit of a template cannot leave out its version.
    for (const version of what === "a template" ? [1, 3] : [1, 3, undefined]) {
      await expect(edit(s, a, id, "Late", version)).rejects.toMatchObject(refusal("LA409"));
    }
    expect(await edit(s, a, id, "Third", 2)).toMatchObject({ name: "Third", version: 3 });
    await expect(edit(s, a, other + 1, "x", 1)).rejects.toMatchObject(refusal("LA404"));
    const rows = await s.as(
      owner,
      `select name, user_id, date_trunc('day', now() - updated_at)::text as age from app_public.${table} order by id`,
    );
    expect(rows).toEqual([
      { name: "Third", user_id: a.id, age: "00:00:00" },
      { name: "Other", user_id: a.id, age: "1 day" },
    ]);
    expect(await audited(s)).toEqual([
      { actor_id: a.id, action: `${type}_CREATED`, facts: {} },
      { actor_id: a.id, action: `${type}_CREATED`, facts: {} },
      { actor_id: b.id, action: `${type}_EDITED`, facts: { version: 2 } },
      { actor_id: a.id, action: `${type}_EDITED`, facts: { version: 3 } },
    ]);
  });

  test("has a name of up to 200 characters, which is unique, ignoring case", async (s) => {
    const admin = await s.user(true);
    // The à is the same in all of these, because its case depends on the database's locale.
    expect(await save(s, admin, "  Città ")).toMatchObject({
      name: "Città",
      version: 1,
      user_id: admin.id,
    });
    const { id } = await save(s, admin, "x".repeat(200));
    const taken = { constraint: `${table}_name_key` };
    await expect(save(s, admin, "CITTà ")).rejects.toMatchObject(taken);
    await expect(edit(s, admin, id, "città", 1)).rejects.toMatchObject(taken);
    for (const name of [" ", "x".repeat(201)]) {
      await expect(save(s, admin, name)).rejects.toMatchObject({ constraint: `${table}_name` });
    }
  });

  test("can be removed once, and its name is free again", async (s) => {
    const admin = await s.user(true);
    const { id } = await save(s, admin, "Gone");
    await save(s, admin, "Other");
    await remove(s, admin, id);
    await expect(remove(s, admin, id)).rejects.toMatchObject(refusal("LA404"));
    expect(await names(s, admin)).toEqual(["Other"]);
    await save(s, admin, "Gone");
  });

  test("cannot be read or changed by anyone but administrators", async (s) => {
    const { id } = await save(s, await s.user(true), "Real");
    for (const actor of [await s.user(), anonymous, host]) {
      for (const road of [
        () => save(s, actor, "Mine"),
        () => edit(s, actor, id, "Mine", 1),
        () => remove(s, actor, id),
        () => names(s, actor),
        () => s.as(actor, `select count(*) from app_public.${table}`),
        () => s.as(actor, `copy app_public.${table} to stdout`),
        () => s.as(actor, `update app_public.${table} set name = 'x'`),
        () => s.as(actor, `delete from app_public.${table}`),
      ]) {
        await expect(road()).rejects.toMatchObject(DENIED);
      }
    }
  });

  test("can be read but not changed in training, by functions and plain statements", async (s) => {
    const admin = await s.user(true);
    const learner = await trainee(s, admin);
    const { id } = await save(s, admin, "Real");
    expect(await names(s, learner)).toEqual(["Real"]);
    for (const change of [
      () => edit(s, learner, id, "x", 1),
      () => remove(s, learner, id),
      () => s.as(learner, `update app_public.${table} set name = 'x'`),
      () => s.as(learner, `delete from app_public.${table}`),
    ]) {
      await expect(change()).rejects.toMatchObject(refusal("LA403"));
    }
    // Drafts are the only ones that trainees make for each other.
    if (what === "a shared draft") return;
    await expect(save(s, learner, "Mine")).rejects.toMatchObject(refusal("LA403"));
    await expect(insert(s, learner, "Mine")).rejects.toMatchObject(refusal("LA403"));
  });

  test("is saved, changed and removed by plain statements under the administrator's own name only, and is audited", async (s) => {
    const [a, b] = [await s.user(true), await s.user(true)];
    const [saved] = await insert(s, a, "Plain");
    expect(saved).toEqual({ id: expect.any(Number), user_id: a.id, version: 1 });
    const update = (to: string) =>
      s.as(
        b,
        `update app_public.${table} set ${to} where id = ${saved?.id} returning user_id, version`,
      );
    expect(await update("name = 'Second'")).toEqual([{ user_id: b.id, version: 2 }]);
    expect(await update("version = 2")).toEqual([{ user_id: b.id, version: 3 }]);
    await expect(update("version = 9")).rejects.toMatchObject(refusal("LA409"));
    for (const column of ["user_id", "created_at", "updated_at", "id"]) {
      await expect(update(`${column} = default`)).rejects.toMatchObject(DENIED);
    }
    await s.as(a, `delete from app_public.${table} where id = ${saved?.id}`);
    expect(await audited(s)).toEqual([
      { actor_id: a.id, action: `${type}_CREATED`, facts: {} },
      { actor_id: b.id, action: `${type}_EDITED`, facts: { version: 2 } },
      { actor_id: b.id, action: `${type}_EDITED`, facts: { version: 3 } },
      { actor_id: a.id, action: `${type}_REMOVED`, facts: {} },
    ]);
    await insert(s, a, "Mine", a);
    await expect(insert(s, b, "Theirs", a)).rejects.toMatchObject(DENIED);
    await expect(insert(s, { role: "app_admin" }, "Nobody's")).rejects.toMatchObject(DENIED);
  });

  test("keeps version and author, and is not audited, if its owner changes it in the database", async (s) => {
    const admin = await s.user(true);
    await insert(s, admin, "Kept");
    const rename = `update app_public.${table} set name = 'Kept too' returning user_id, version`;
    expect(await s.as(owner, rename)).toEqual([{ user_id: admin.id, version: 1 }]);
    await s.as(owner, `delete from app_public.${table}`);
    expect(await audited(s)).toMatchObject([{ action: `${type}_CREATED` }]);
  });
});

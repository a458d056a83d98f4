/** @database server */
import { describe, expect } from "@jest/globals";
import { type Actor, DENIED, owner, type Row, refusal, type Scene, stage } from "./scene.ts";

const { test } = stage();

const NEW =
  "select t.* from app_public.new_alert_template(json_populate_record(null::app_public.alert_template_input, $1)) t";
const EDIT =
  "select t.* from app_public.alert_template_edit($1, json_populate_record(null::app_public.alert_template_input, $2), $3) t";

const FLOOD = {
  name: "Flood",
  title: "Flood in {place}",
  text1: "Water rises in {place}. Go up.",
  text2: "Stay out of {place}.",
  text3: "Expect closed roads until {end}.",
  all_clear: "The water in {place} has gone.",
  correction: "There is no flood in {place}.",
  language: "en",
  event: "Flood",
  severity: "SEVERE",
  level2_distance: 300,
  level3_distance: 900,
  duration: 3600,
};

async function save(s: Scene, actor: Actor, fields: object = FLOOD): Promise<Row> {
  return (await s.as(actor, NEW, [JSON.stringify(fields)]))[0] as Row;
}
const edit = async (s: Scene, actor: Actor, id: number, fields: object, version?: number) =>
  (await s.as(actor, EDIT, [id, JSON.stringify(fields), version]))[0] as Row;

describe("a template", () => {
  test("keeps the fields that it is given, and has defaults for the others", async (s) => {
    const admin = await s.user(true);
    expect(await save(s, admin)).toMatchObject({
      ...FLOOD,
      user_id: admin.id,
      version: 1,
      urgency: "UNKNOWN",
      status: "ACTUAL",
    });
    expect(await save(s, admin, { name: " Bare " })).toMatchObject({
      name: "Bare",
      user_id: admin.id,
      title: null,
      text1: "",
      text2: "",
      text3: "",
      all_clear: "",
      correction: "",
      severity: "UNKNOWN",
      certainty: "UNKNOWN",
      language: null,
      level2_distance: null,
      duration: null,
    });
  });

  test.each<[object]>([
    [{ name: "x".repeat(200) }],
    [{ event: "x".repeat(200) }],
    [{ title: "x".repeat(200) }],
    [{ duration: 60 }],
    [{ duration: 31_536_000 }],
    [{ text1: "x".repeat(10_000) }],
    [{ level3_distance: 100_000 }],
    [{ level2_distance: 0.1 }],
  ])("accepts the longest texts and the limits of numbers: case %#", async (s, fields) => {
    expect(await save(s, await s.user(true), { ...FLOOD, ...fields })).toMatchObject(fields);
  });

  test.each<[object, string]>([
    [{ name: " " }, "alert_templates_name"],
    [{ name: "x".repeat(201) }, "alert_templates_name"],
    [{ language: "it_IT" }, "alert_templates_language"],
    [{ event: " " }, "alert_templates_event"],
    [{ event: "x".repeat(201) }, "alert_templates_event"],
    ...["text1", "text2", "text3", "correction"].map((text): [object, string] => [
      { [text]: "x".repeat(10_001) },
      "alert_templates_texts",
    ]),
    [{ duration: 31_536_001 }, "alert_templates_duration"],
    [{ level2_distance: 0 }, "alert_templates_distances"],
    [{ level2_distance: 100_000, level3_distance: null }, "alert_templates_distances"],
    [{ level2_distance: null, level3_distance: 0 }, "alert_templates_distances"],
    [{ title: " " }, "alert_templates_title"],
    [{ title: "two\nlines" }, "alert_templates_title"],
    [{ title: "x".repeat(201) }, "alert_templates_title"],
    [{ duration: 59 }, "alert_templates_duration"],
    [{ all_clear: "x".repeat(10_001) }, "alert_templates_texts"],
    [{ level3_distance: 300 }, "alert_templates_distances"],
    [{ level2_distance: -1 }, "alert_templates_distances"],
    [{ level3_distance: 100_001 }, "alert_templates_distances"],
  ])("is refused with %j", async (s, fields, constraint) => {
    const faulty = save(s, await s.user(true), { ...FLOOD, ...fields });
    await expect(faulty).rejects.toMatchObject({ constraint });
  });

  test("is replaced by an edit of its current version only, keeps its name unique, and can be removed", async (s) => {
    const [a, b] = [await s.user(true), await s.user(true)];
    const { id } = await save(s, a);
    expect(await edit(s, b, id, { name: "Rain" }, 1)).toMatchObject({
      name: "Rain",
      version: 2,
      user_id: b.id,
      title: null,
      text1: "",
      duration: null,
    });
    await expect(edit(s, a, id, FLOOD, 1)).rejects.toMatchObject(refusal("LA409"));
    await save(s, a);
    await expect(edit(s, a, id, { ...FLOOD, name: "FLOOD" }, 2)).rejects.toMatchObject({
      constraint: "alert_templates_name_key",
    });
    const remove = () => s.as(a)`select app_public.alert_template_remove(${id})`;
    await remove();
    await expect(remove()).rejects.toMatchObject(refusal("LA404"));
    const names = await s.as(a)`select name from app_public.alert_templates`;
    expect(names).toEqual([{ name: "Flood" }]);
  });

  test("has each sent field and the time of the edit after an edit", async (s) => {
    const admin = await s.user(true);
    const { id } = await save(s, admin);
    await s.as(owner)`update app_public.alert_templates
      set created_at = now() - interval '1 day', updated_at = now() - interval '1 day'`;
    const others = {
      name: "Feu",
      title: "Feu à {place}",
      text1: "Partez de {place}.",
      text2: "Fermez les fenêtres.",
      text3: "Évitez {place}.",
      all_clear: "Le feu est éteint.",
      correction: "Il n'y a pas de feu.",
      language: "fr",
      event: "Feu",
      severity: "EXTREME",
      urgency: "IMMEDIATE",
      certainty: "OBSERVED",
      status: "EXERCISE",
      level2_distance: 500,
      level3_distance: 1500,
      duration: 7200,
    };
    const bystander = await save(s, admin, { ...FLOOD, name: "Bystander" });
    const edited = await edit(s, admin, id, others, 1);
    expect(edited).toMatchObject(others);
    const rest = "select * from app_public.alert_templates where id <> $1";
    expect(await s.as(admin, rest, [id])).toEqual([bystander]);
    // A new template keeps the same fields.
    expect(await save(s, admin, { ...others, name: "Feu 2" })).toMatchObject({
      ...others,
      name: "Feu 2",
    });
    const age = "select (now() - $1::timestamptz)::text";
    expect(await s.value(owner, age, [edited.updated_at])).toMatch(/^00:00:00/);
  });

  test("is edited only if it exists, and only if the edit names its current version", async (s) => {
    const admin = await s.user(true);
    const { id } = await save(s, admin);
    await expect(edit(s, admin, id + 1, FLOOD, 1)).rejects.toMatchObject(refusal("LA404"));
    await expect(edit(s, admin, id, FLOOD, 2)).rejects.toMatchObject(
      refusal("LA409", { message: /saved version 1, and you changed version 2/ }),
    );
  });

  test("cannot be read or made by users, and cannot be changed by training users", async (s) => {
    const [admin, trainee, user] = [await s.user(true), await s.user(true), await s.user()];
    await s.as(admin)`select app_public.user_training(${trainee.id}, true)`;
    const { id } = await save(s, admin);
    const read = "select id from app_public.alert_templates";
    await expect(s.as(user, read)).rejects.toMatchObject(DENIED);
    await expect(save(s, user, { name: "x" })).rejects.toMatchObject(DENIED);
    expect(await s.as(trainee, read)).toEqual([{ id }]);
    const changes = [
      () => save(s, trainee, { name: "x" }),
      () => edit(s, trainee, id, { name: "x" }, 1),
      () => s.as(trainee)`select app_public.alert_template_remove(${id})`,
    ];
    for (const change of changes) {
      await expect(change()).rejects.toMatchObject(refusal("LA403"));
    }
  });
});

describe("a plain statement of an administrator", () => {
  const INSERT = `insert into app_public.alert_templates
      (name, text1, text2, text3, all_clear, correction, severity, urgency, certainty, status)
    values ($1, '', '', '', '', '', 'SEVERE', 'EXPECTED', 'LIKELY', 'ACTUAL') returning id, user_id, version`;
  const INSERT_FOR = INSERT.replace("(name", "(user_id, name").replace("($1", "($2, $1");

  test("saves, changes and removes templates under the administrator's own name only, and is audited", async (s) => {
    const [a, b] = [await s.user(true), await s.user(true)];
    const [saved] = await s.as(a, INSERT, ["Plain"]);
    expect(saved).toEqual({ id: expect.any(Number), user_id: a.id, version: 1 });
    await s.as(a, INSERT_FOR, ["Mine", a.id]);
    await expect(s.as(b, INSERT_FOR, ["Theirs", a.id])).rejects.toMatchObject(DENIED);
    const update = (to: string) =>
      s.as(
        b,
        `update app_public.alert_templates set ${to} where id = $1 returning user_id, version`,
        [saved?.id],
      );
    expect(await update("text1 = 'Go up.'")).toEqual([{ user_id: b.id, version: 2 }]);
    await expect(update("version = 9")).rejects.toMatchObject(refusal("LA409"));
    for (const column of ["user_id", "created_at", "updated_at", "id"]) {
      await expect(update(`${column} = default`)).rejects.toMatchObject(DENIED);
    }
    await s.as(a)`delete from app_public.alert_templates where id = ${saved?.id}`;
    const entries = await s.as(owner)`select actor_id, action, facts
      from app_public.audit_entries where object_type = 'TEMPLATE' and object_id = ${saved?.id} order by id`;
    expect(entries).toEqual([
      { actor_id: a.id, action: "TEMPLATE_CREATED", facts: {} },
      { actor_id: b.id, action: "TEMPLATE_EDITED", facts: { version: 2 } },
      { actor_id: a.id, action: "TEMPLATE_REMOVED", facts: {} },
    ]);
  });

  test("is refused in training, as the functions are", async (s) => {
    const [admin, trainee] = [await s.user(true), await s.user(true)];
    await s.as(admin, INSERT, ["Real"]);
    await s.as(admin)`select app_public.user_training(${trainee.id}, true)`;
    for (const change of [
      () => s.as(trainee, INSERT, ["Mine"]),
      () => s.as(trainee)`update app_public.alert_templates set name = 'x'`,
      () => s.as(trainee)`delete from app_public.alert_templates`,
    ]) {
      await expect(change()).rejects.toMatchObject(refusal("LA403"));
    }
  });
});

describe("an alert that was made from a template", () => {
  const unfilled = { constraint: "alerts_placeholders" };

  test("is refused with a placeholder in its title or any text, and so are its update and its all-clear", async (s) => {
    const admin = await s.user(true);
    const { id } = await save(s, admin);
    for (const text of ["title", "text1", "text2", "text3"]) {
      const faulty = s.alert(admin, undefined, { template_id: id, [text]: "Leave {the place}!" });
      await expect(faulty).rejects.toMatchObject(unfilled);
    }
    const longest = `{${"x".repeat(50)}}`;
    const long = s.alert(admin, undefined, { template_id: id, text1: longest });
    await expect(long).rejects.toMatchObject(unfilled);
    await s.alert(admin, undefined, { template_id: id, text1: `{x${longest.slice(1)}` });
    await s.alert(admin, undefined, { template_id: id, text1: "Leave { now}." });
    const alert = await s.alert(admin, undefined, { template_id: id, text1: "Leave {}. { }" });
    const stored = "select template_id from app_public.alerts where id = $1";
    expect(await s.value(owner, stored, [alert])).toBe(id);
    await expect(s.update(admin, alert, { text2: "{place}" })).rejects.toMatchObject(unfilled);
    await s.update(admin, alert, { text2: "The centre" });
    expect(await s.value(owner, stored, [alert])).toBe(id);
    const cancel = (text: string) =>
      s.as(admin)`select app_private.cancel_alert(${alert}, ${text})`;
    await expect(cancel("{place} is safe.")).rejects.toMatchObject(unfilled);
    await cancel("The centre is safe.");
  });

  test("is the only kind of alert in which placeholders are refused", async (s) => {
    const admin = await s.user(true);
    const alert = await s.alert(admin, undefined, { text1: "Leave {place}." });
    await s.update(admin, alert, { text2: "{place}" });
  });
});

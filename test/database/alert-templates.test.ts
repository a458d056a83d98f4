/** @database server */
import { describe, expect } from "@jest/globals";
import { type Actor, owner, type Row, refusal, type Scene, stage } from "./scene.ts";

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

  test("keeps its texts and its all-clear in other languages, which are checked as an alert's", async (s) => {
    const admin = await s.user(true);
    const texts = [
      {
        ...{ language: "ar", title: "ماء", text1: "{place}", text2: "ب", text3: "ج" },
        ...{ all_clear: "انتهى.", is_old: false },
      },
    ];
    const { id } = await save(s, admin, { ...FLOOD, texts });
    const kept = () =>
      s.value(admin)`select to_jsonb(texts) from app_public.alert_templates where id = ${id}`;
    expect(await kept()).toEqual(texts);
    for (const [fields, constraint] of [
      [{ language: "EN" }, "texts_language"],
      [{ text3: null }, "texts_length"],
      [{ all_clear: "x".repeat(10_001) }, "texts_length"],
      [{ all_clear: " " }, "texts_length"],
    ] as const) {
      const faulty = save(s, admin, { ...FLOOD, name: "X", texts: [{ ...texts[0], ...fields }] });
      await expect(faulty).rejects.toMatchObject({ constraint });
    }
    const bare = [{ ...texts[0], all_clear: null }];
    await edit(s, admin, id, { ...FLOOD, texts: bare }, 1);
    expect(await kept()).toEqual(bare);
  });

  test("is replaced by an edit", async (s) => {
    const admin = await s.user(true);
    const { id } = await save(s, admin);
    expect(await edit(s, admin, id, { name: "Rain" }, 1)).toMatchObject({
      name: "Rain",
      title: null,
      text1: "",
      duration: null,
    });
    await expect(edit(s, admin, id, FLOOD, 1)).rejects.toMatchObject(
      refusal("LA409", { message: /saved version 2, and you changed version 1/ }),
    );
  });

  test("has each sent field after an edit", async (s) => {
    const admin = await s.user(true);
    const { id } = await save(s, admin);
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
    expect(await edit(s, admin, id, others, 1)).toMatchObject(others);
    const rest = "select * from app_public.alert_templates where id <> $1";
    expect(await s.as(admin, rest, [id])).toEqual([bystander]);
    // A new template keeps the same fields.
    expect(await save(s, admin, { ...others, name: "Feu 2" })).toMatchObject({
      ...others,
      name: "Feu 2",
    });
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

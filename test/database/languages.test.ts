/** @database server */
import { expect } from "@jest/globals";
import fc from "fast-check";
import {
  type Actor,
  alertInput,
  inside,
  metresEast,
  owner,
  type Row,
  refusal,
  type Scene,
  stage,
} from "./scene.ts";

const { test } = stage();

/** The texts of an alert in a language, marked by it. */
const texts = (language: string, fields: object = {}) => ({
  language,
  text1: `${language} 1`,
  text2: `${language} 2`,
  text3: `${language} 3`,
  ...fields,
});
const italian = (...languages: string[]) => ({
  language: "it",
  text1: "it 1",
  text2: "it 2",
  text3: "it 3",
  texts: languages.map((one) => texts(one)),
});
const choose = (s: Scene, user: Actor, ...languages: string[]) =>
  s.as(user)`select from app_public.user_edit(json_populate_record(null::app_public.user_edit,
    ${JSON.stringify({ languages })}), ${user.id})`;
/** What a user was told of an alert, and what they read of it now. */
const told = (s: Scene, user: Actor, alert: number) =>
  s.as(user)`select n.told_language as told, app_public.notifications_language(n) as language,
      app_public.notifications_text(n) as text, app_public.notifications_title(n) as title
    from app_public.notifications n where n.alert_id = ${alert} and n.user_id = ${user.id} order by n.id`;
const textsOf = async (s: Scene, alert: number): Promise<Row[]> =>
  (await s.value(
    owner,
  )`select to_jsonb(texts) from app_public.alerts where id = ${alert}`) as Row[];

test("whatever the languages of an alert and a person, the text is the first that fits", async (s) => {
  const admin = await s.user(true);
  const user = await s.userAt(inside);
  const tag = fc.constantFrom("it", "it-CH", "pt", "pt-BR", "PT-br", "zh-Hant", "zh-Hans-CN", "ar");
  const some = (max: number) =>
    fc.uniqueArray(tag, { maxLength: max, selector: (one) => one.toLowerCase() });
  const first = (wanted: string[], available: string[]) => {
    for (const one of wanted) {
      const parts = one.toLowerCase().split("-");
      const common = (other: string) =>
        other
          .toLowerCase()
          .split("-")
          .filter((part, index) => part === parts[index]).length;
      const [best] = available
        .filter((other) => other.toLowerCase().split("-")[0] === parts[0])
        .sort((a, b) => common(b) - common(a) || a.length - b.length);
      if (best) return best;
    }
    return "it";
  };
  await fc.assert(
    fc.asyncProperty(some(4), some(3), fc.option(tag), async (written, chosen, ofDevice) => {
      const others = written.filter((one) => one !== "it");
      await choose(s, user, ...chosen);
      await s.as(owner)`update app_public.users set device_language = null`;
      if (ofDevice) await s.register(user, "ExponentPushToken[x]", ofDevice);
      const id = await s.published(admin, undefined, italian(...others));
      const language = first(chosen.length > 0 ? chosen : [ofDevice ?? "it"], ["it", ...others]);
      expect(await told(s, user, id)).toEqual([
        { told: language === "it" ? null : language, language, text: `${language} 1`, title: null },
      ]);
      await s.as(owner)`update app_public.alerts set active = false`;
    }),
    { numRuns: 60 },
  );
});

test("a changed choice changes what one reads and is told next, and not what one was told", async (s) => {
  const admin = await s.user(true);
  const user = await s.userAt(inside);
  await choose(s, user, "ar", "es");
  const id = await s.published(admin, undefined, {
    ...italian(),
    title: "Acqua",
    texts: [texts("ar", { title: "ماء" }), texts("es")],
  });
  const [own] = (await s.as(user)`select (h).text from
    unnest(app_public.active_alerts_at(0.005, 0.005)) h`) as [Row];
  expect(own.text).toBe("ar 1");
  const [zone] = (await s.as(user)`select (z).text from
    unnest((app_public.active_alerts_near(0.005, 0.005, 1000)).zones) z`) as [Row];
  expect(zone.text).toBe("ar 1");
  const reading = () =>
    s.value(user)`select (app_public.alerts_reading(a)).text1 from app_public.alerts a`;
  expect(await reading()).toBe("ar 1");
  await choose(s, user, "es-MX");
  const now = { language: "es", text: "es 1", title: null };
  expect(await told(s, user, id)).toEqual([{ told: "ar", ...now }]);
  await s.update(admin, id, { renotify: true });
  await s.publish(id);
  expect(await told(s, user, id)).toEqual([
    { told: "ar", ...now },
    { told: "es", ...now },
  ]);
  await choose(s, user);
  expect(await reading()).toBeNull();
  expect((await told(s, user, id))[0]).toEqual({
    told: "ar",
    language: "it",
    text: "it 1",
    title: "Acqua",
  });
});

test("who enters later is told in their language, and so is the all-clear", async (s) => {
  const admin = await s.user(true);
  const [reader, other] = [await s.user(), await s.user()];
  await choose(s, reader, "es");
  await s.register(other, "ExponentPushToken[x]", "AR-eg");
  const id = await s.published(admin, undefined, italian("es", "ar"));
  await s.report(reader, inside);
  await s.report(other, metresEast(500));
  expect((await told(s, reader, id))[0]?.told).toBe("es");
  expect((await told(s, other, id))[0]).toMatchObject({ told: "ar", text: "ar 2" });
  await s.cancel(admin, id, "Finito.", [{ language: "ES", all_clear: "Terminado." }]);
  await s.publish(id);
  expect((await told(s, reader, id))[1]).toMatchObject({ told: "es", text: "Terminado." });
  // Nobody wrote it in Arabic.
  expect((await told(s, other, id))[1]).toMatchObject({
    told: null,
    language: "it",
    text: "Finito.",
  });
  expect((await told(s, other, id))[0]?.text).toBe("ar 2");
});

test("an update that leaves translations out keeps them as old ones, and each version keeps its own", async (s) => {
  const admin = await s.user(true);
  const id = await s.published(admin, undefined, italian("es", "ar"));
  const old = async () => (await textsOf(s, id)).map((one) => [one.language, one.is_old]);
  await s.update(admin, id, { level2_distance: 900 });
  expect(await old()).toEqual([
    ["es", false],
    ["ar", false],
  ]);
  await s.update(admin, id, { text2: "new" });
  expect(await old()).toEqual([
    ["es", true],
    ["ar", true],
  ]);
  await s.update(admin, id, { texts: [texts("es", { text2: "nuevo" }), texts("fr")] });
  expect(await old()).toEqual([
    ["es", false],
    ["fr", false],
  ]);
  await s.update(admin, id, { texts: [] });
  expect(await textsOf(s, id)).toEqual([]);
  const versions = await s.as(
    owner,
  )`select cardinality(texts) as count from app_public.alert_versions
    where alert_id = ${id} order by version`;
  expect(versions.map(({ count }) => count)).toEqual([2, 2, 2, 2, 0]);
});

test.each<[what: string, input: object, constraint: string]>([
  ["its own language", { texts: [texts("IT")] }, "texts_language"],
  ["a language twice", { texts: [texts("pt-BR"), texts("PT-br")] }, "texts_language"],
  ["no language", { texts: [texts("x".repeat(50))] }, "texts_language"],
  [
    "21 languages",
    { texts: Array.from("abcdefghijklmnopqrstu", (c) => texts(`x${c}`)) },
    "texts_count",
  ],
  ["an empty text", { texts: [texts("es", { text2: " \u200b" })] }, "texts_length"],
  ["no text", { texts: [{ language: "es" }] }, "texts_length"],
  [
    "a text that is too long",
    { texts: [texts("es", { text3: "x".repeat(10_001) })] },
    "texts_length",
  ],
  ["a title of two lines", { texts: [texts("es", { title: "a\nb" })] }, "texts_length"],
  ["an all-clear", { texts: [texts("es", { all_clear: "Over." })] }, "texts_length"],
  [
    "a placeholder",
    { template_id: 1, texts: [texts("es", { text1: "{place}" })] },
    "texts_placeholder",
  ],
])("refuses %s", async (s, _what, input, constraint) => {
  const admin = await s.user(true);
  await expect(s.alert(admin, undefined, { ...italian(), ...input })).rejects.toMatchObject({
    code: "LA400",
    constraint,
  });
});

test("a long language, and ten of a person, are taken", async (s) => {
  const user = await s.userAt(inside);
  const long = "aaaaaaaa-bbbbbbbb-cccccccc-dddddddd-eeeeeeee-fffff";
  await choose(s, user, ...Array.from("abcdefghi", (one) => `x${one}`), long);
  const id = await s.published(undefined, undefined, italian(long));
  expect((await told(s, user, id))[0]?.told).toBe(long);
  await expect(choose(s, user, "no tag")).rejects.toMatchObject({ constraint: "users_languages" });
  await expect(choose(s, user, ...Array(11).fill("it"))).rejects.toMatchObject({
    constraint: "users_languages",
  });
});

test("the reach counts who reads which language, and who gets one that they did not choose", async (s) => {
  const admin = await s.user(true);
  for (const chosen of [["es"], ["fr", "es-MX"], ["ar"], ["it"], []])
    await choose(s, await s.userAt(inside), ...chosen);
  const reach = await s.value(admin)`select to_jsonb(languages) from app_public.alert_reach(
    json_populate_record(null::app_public.alert_input, ${JSON.stringify(alertInput(undefined, italian("es")))}))`;
  expect(reach).toEqual([
    { language: "es", users: 2, wanted: null },
    { language: "it", users: 2, wanted: null },
    { language: "it", users: 1, wanted: "ar" },
  ]);
});

test("an approver approves all languages", async (s) => {
  const author = await s.user(true);
  const approver = await s.user(true);
  await s.as(owner)`update app_public.authorities set approval = 'ALWAYS'`;
  const HOLD =
    "select id from app_public.publication_hold(json_populate_record(null::app_public.publication_input, $1))";
  const held = await s.value(author, HOLD, [
    JSON.stringify({ key: "k", new_alert: alertInput(undefined, italian("es")) }),
  ]);
  const digest = () =>
    s.value(
      approver,
    )`select app_public.held_publication_digest(h) from app_public.held_publication(${held}) h`;
  const before = await digest();
  expect(
    await s.value(approver)`select to_jsonb((app_public.held_publication_draft(h)).texts)
    from app_public.held_publication(${held}) h`,
  ).toMatchObject([{ language: "es", text1: "es 1" }]);
  await s.as(approver)`select from app_public.publication_approve(${held}, ${before})`;
  // The text of one language changes after the approval.
  await s.as(
    owner,
  )`update app_private.held_publications set new_alert = replace(new_alert::text, 'es 3', 'es!')::json`;
  await s.as(owner)`select app_private.publish_held(${held})`;
  expect(await s.value(owner)`select state from app_private.held_publications`).toBe("PROPOSED");
  await s.as(approver)`select from app_public.publication_approve(${held}, ${await digest()})`;
  await s.as(owner)`select app_private.publish_held(${held})`;
  const id = await s.value(owner)`select id from app_public.alerts`;
  expect(await textsOf(s, id)).toMatchObject([{ text3: "es!" }]);
  // Another translation alone waits for approval too.
  const update = { key: "u", alert_id: id, changes: { texts: [] } };
  await s.value(author, HOLD, [JSON.stringify(update)]);
  expect(
    await s.value(owner)`select state from app_private.held_publications where key = 'u'`,
  ).toBe("PROPOSED");
  // A repeated request with other words is another publication.
  const clear = (text: string) => ({
    key: "c",
    alert_id: id,
    all_clear: "Over.",
    all_clear_texts: [{ language: "es", all_clear: text }],
  });
  const cleared = await s.value(author, HOLD, [JSON.stringify(clear("Fin."))]);
  expect(await s.value(author, HOLD, [JSON.stringify(clear("Fin."))])).toBe(cleared);
  await expect(s.value(author, HOLD, [JSON.stringify(clear("Fin"))])).rejects.toMatchObject(
    refusal("LA409"),
  );
  await s.as(owner)`select app_private.publish_held(${cleared})`;
  expect(await textsOf(s, id)).toMatchObject([{ all_clear: "Fin.", text1: "es 1" }]);
});

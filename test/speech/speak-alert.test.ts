/** @database server */
import { beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type pg from "pg";
import { startJobs } from "../../src/delivery/jobs.ts";
import type { Engine } from "../../src/speech/engine.ts";
import { openSpeech } from "../../src/speech/index.ts";
import { MP3_FORMAT } from "../../src/speech/mp3.ts";
import { makeSpeakAlert, speechLane } from "../../src/speech/speak-alert.ts";
import { insertUser, runClone } from "../helpers/database.ts";
import { inFull } from "../helpers/full.ts";
import { publish as publishAs, runSpeech, type Texts } from "./helpers/alerts.ts";
import { describeSpeech } from "./helpers/espeak-ng.ts";
import { type Hum, hum } from "./helpers/hum.ts";
import { mp3Duration } from "./helpers/mp3-frames.ts";

jest.setTimeout(300_000);

const database = runClone();
let owner: pg.Pool;
let admin: number;
let engine: Hum;
beforeAll(async () => {
  owner = database.ownerPool;
  admin = await insertUser(database, { isAdmin: true });
});
beforeEach(async () => {
  engine = hum();
  await owner.query("delete from app_private.speeches; delete from graphile_worker._private_jobs");
});

const TEXTS = { text1: "Leave now.", text2: "Get ready.", text3: "Stay away." };
const publish = (texts: Partial<Texts> = {}) => publishAs(owner, admin, { ...TEXTS, ...texts });

/** Returns the speech of an alert at each level, or null if it is not spoken. */
async function speechOf(alertId: number): Promise<(Buffer | null)[]> {
  const { rows } = await owner.query(
    `select s.mp3 from unnest(enum_range(null::app_public.level_alert)) level
      left join app_private.alert_speeches a on a.alert_id = $1 and a.level = level.level
      left join app_private.speeches s on s.id = a.speech_id order by level.level`,
    [alertId],
  );
  return rows.map(({ mp3 }) => mp3);
}
const jobs = async () =>
  (
    await owner.query(
      "select attempts, last_error from graphile_worker.jobs where task_identifier = 'speak_alert'",
    )
  ).rows;

describe("the speech job of an alert", () => {
  test("speaks its three texts, most urgent first, and is done", async () => {
    const id = await publish({ text3: "A text that is longer." });
    await runSpeech(owner, engine);
    expect(engine.spoken).toEqual(["Leave now.", "Get ready.", "A text that is longer."]);
    const [one, , three] = (await speechOf(id)) as Buffer[];
    expect(mp3Duration(three as Buffer)).toBeGreaterThan(mp3Duration(one as Buffer));
    // The voice includes the encoding, so that a new encoding makes new files.
    const { rows } = await owner.query("select distinct voice from app_private.speeches");
    expect(rows).toEqual([{ voice: `${engine.voiceFor("en")} ${MP3_FORMAT}` }]);
    expect(await jobs()).toEqual([]);
  });

  test("speaks equal texts once, in this alert and earlier ones", async () => {
    await publish();
    await runSpeech(owner, engine);
    const id = await publish({ text2: TEXTS.text1, text3: "New." });
    await runSpeech(owner, engine);
    expect(engine.spoken).toEqual([TEXTS.text1, TEXTS.text2, TEXTS.text3, "New."]);
    const [one, two, three] = await speechOf(id);
    expect(one?.equals(two as Buffer)).toBe(true);
    expect(three).not.toBeNull();
  });

  test("speaks equal texts again in another language's voice", async () => {
    const first = await publish();
    const second = await publish({ language: "it" });
    await runSpeech(owner, engine);
    expect(engine.spoken).toHaveLength(6);
    const [[italian], [english]] = [await speechOf(second), await speechOf(first)];
    expect(english?.equals(italian as Buffer)).toBe(false);
  });

  test("speaks the other texts if one fails, and only that one at the next try", async () => {
    engine.unspeakable.add(TEXTS.text1);
    const id = await publish();
    await runSpeech(owner, engine);
    expect(await speechOf(id)).toEqual([null, expect.any(Buffer), expect.any(Buffer)]);
    expect(await jobs()).toEqual([
      {
        attempts: 1,
        last_error: expect.stringContaining("ONE in en: it will not come over my lips"),
      },
    ]);
    engine.unspeakable.clear();
    engine.spoken.length = 0;
    await runSpeech(owner, engine);
    expect(engine.spoken).toEqual([TEXTS.text1]);
    expect(await speechOf(id)).not.toContain(null);
    expect(await jobs()).toEqual([]);
  });

  test("gives up a text after the fifth failure", async () => {
    engine.unspeakable.add(TEXTS.text3);
    await publish();
    for (let run = 0; run < 7; run++) await runSpeech(owner, engine);
    expect(engine.spoken.filter((text) => text === TEXTS.text3)).toHaveLength(5);
  });

  test.each([
    ["expired", "created_at = now() - interval '2 days', expires_at = now() - interval '1 day'"],
    ["ended", "active = false"],
  ])("speaks nothing once it has %s", async (_what, change) => {
    const id = await publish();
    await owner.query(`update app_public.alerts set ${change} where id = $1`, [id]);
    await runSpeech(owner, engine);
    expect(engine.spoken).toEqual([]);
    expect(await jobs()).toEqual([]);
  });

  test("begins no other text once its worker is ending", async () => {
    const ending = new AbortController();
    const asked: string[] = [];
    const ended: Engine = {
      ...engine,
      async speak(text, _language, signal) {
        asked.push(text);
        ending.abort();
        throw signal.reason;
      },
    };
    const job = makeSpeakAlert(ended)({ alertId: await publish() }, {
      query: owner.query.bind(owner),
      abortSignal: ending.signal,
    } as never);
    await expect(job).rejects.toHaveProperty("name", "AbortError");
    expect(asked).toEqual([TEXTS.text1]);
  });

  test("does nothing without an engine, and leaves the queue", async () => {
    const id = await publish();
    await runSpeech(owner, undefined);
    expect(await speechOf(id)).toEqual([null, null, null]);
    expect(await jobs()).toEqual([]);
  });

  test("uses the speech that another host has just made", async () => {
    const id = await publish({ text2: TEXTS.text1, text3: TEXTS.text1 });
    const other = hum();
    const slower: Engine = {
      ...engine,
      async speak(...args) {
        await runSpeechAt(id, other);
        return await engine.speak(...args);
      },
    };
    await runSpeech(owner, slower);
    const { rows } = await owner.query("select count(*)::int from app_private.speeches");
    expect(rows).toEqual([{ count: 1 }]);
    expect(await speechOf(id)).not.toContain(null);
    expect(other.spoken).toHaveLength(1);
  });

  /** Speaks an alert in a second job, as another host would. */
  async function runSpeechAt(alertId: number, other: Engine): Promise<void> {
    await owner.query("select graphile_worker.add_job('speak_alert', $1)", [{ alertId }]);
    await runSpeech(owner, other, 1);
  }
});

describe("when an engine appears", () => {
  const queueMissing = async () =>
    (await owner.query("select app_private.queue_missing_speeches() as count")).rows[0].count;

  test("active alerts without speech are queued, each once", async () => {
    await owner.query("update app_public.alerts set active = false");
    const [spoken, silent, partly, ended] = [
      await publish(),
      await publish({ text1: "Silent." }),
      await publish({ text1: "Partly." }),
      await publish({ text1: "Ended." }),
    ];
    await runSpeech(owner, engine);
    await owner.query(
      "delete from app_private.alert_speeches where alert_id in ($1, $2) or alert_id = $3 and level = 'ONE'",
      [silent, ended, partly],
    );
    await owner.query("update app_public.alerts set active = false where id = $1", [ended]);
    expect(await queueMissing()).toBe(2);
    expect(await queueMissing()).toBe(2);
    expect(await jobs()).toHaveLength(2);
    await runSpeech(owner, engine);
    for (const id of [spoken, silent, partly]) expect(await speechOf(id)).not.toContain(null);
    expect(await speechOf(ended)).toEqual([null, null, null]);
    expect(await queueMissing()).toBe(0);
  });

  test("a process that starts with an engine queues them, and one without an engine does not", async () => {
    await owner.query("update app_public.alerts set active = false");
    await publish();
    await owner.query("delete from graphile_worker._private_jobs");
    const queued = [];
    for (const present of [undefined, engine]) {
      const rooms = [{ lanes: [speechLane(present)] }];
      const running = await startJobs(owner, rooms, () => {});
      await running.stop();
      queued.push((await jobs()).length);
    }
    expect(queued).toEqual([0, 1]);
    const { rows } = await owner.query("select voices from app_private.settings");
    expect(rows).toEqual([{ voices: engine.languages }]);
  });
});

describeSpeech("with espeak-ng", () => {
  test("each language is spoken by its own voice, and none by that of another", async () => {
    const { engine: real } = await openSpeech(() => {});
    const texts = ["de", "pt-AO", "xx"].map((language) => ({ ...TEXTS, language }));
    const id = await publish({ language: "it", texts });
    await runSpeech(owner, real);
    const { rows } = await owner.query(
      `select a.language, a.level, s.voice from app_private.alert_speeches a
        join app_private.speeches s on s.id = a.speech_id where a.alert_id = $1 order by 1, 2`,
      [id],
    );
    expect(rows).toEqual(
      ["de", "it", "pt-AO"].flatMap((language) =>
        ["ONE", "TWO", "THREE"].map((level) => ({
          language,
          level,
          voice: `${real?.voiceFor(language)} ${MP3_FORMAT}`,
        })),
      ),
    );
    expect(real?.languages).toEqual(expect.arrayContaining(["de", "it", "pt"]));
    expect(await jobs()).toEqual([]);
  });

  test("texts of any kind are spoken, and delay no others", async () => {
    const { engine: real } = await openSpeech(() => {});
    const long = "Leave the city centre now, and go north. "
      .repeat(300)
      .slice(0, inFull(10_000, 2_000));
    const ids = [
      await publish({ text1: long, text2: "غادروا الآن.", text3: "🧭🔥🚒", language: "ar" }),
      await publish({
        text1: "立即撤离。",
        text2: "$(reboot) `id` [[ --help",
        text3: "\u0001 '\"\\",
      }),
      await publish({ text1: "The last one." }),
    ];
    await runSpeech(owner, real);
    for (const id of ids) {
      for (const mp3 of await speechOf(id)) expect(mp3Duration(mp3 as Buffer)).toBeGreaterThan(0);
    }
    expect(await jobs()).toEqual([]);
  });
});

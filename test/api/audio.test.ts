/** @database server */
import { beforeAll, describe, expect, test } from "@jest/globals";
import { runTestService, type TestUser } from "../helpers/service.ts";
import { publish, runSpeech } from "../speech/helpers/alerts.ts";
import { hum } from "../speech/helpers/hum.ts";
import { mp3Duration } from "../speech/helpers/mp3-frames.ts";

const service = runTestService();
let user: TestUser;
beforeAll(async () => {
  user = await service.newUser();
});

const AUDIO =
  "query ($id: Int) { alerts(id: $id) { audio1 audio2 audio3 audioUrl1 audioUrl2 audioUrl3 } }";
const TEXTS = { text1: "Leave now.", text2: "Leave now.", text3: "Stay away, all of you." };
const publishNow = () => publish(service.owner, service.admin.id, TEXTS);

async function audio(id: number) {
  const { data } = await service.graphql(AUDIO, { id }, user);
  return data.alerts[0];
}

describe("the speech of an alert", () => {
  test.each(["until its job has run", "without an engine"])("is empty %s", async (when) => {
    const id = await publishNow();
    if (when === "without an engine") await runSpeech(service.owner, undefined);
    expect(await audio(id)).toEqual({
      audio1: [],
      audio2: [],
      audio3: [],
      audioUrl1: null,
      audioUrl2: null,
      audioUrl3: null,
    });
  });

  test("is a list of the bytes of an MP3, and a path to it", async () => {
    const id = await publishNow();
    await runSpeech(service.owner, hum());
    const spoken = await audio(id);
    for (const level of [1, 2, 3]) {
      const bytes: number[] = spoken[`audio${level}`];
      expect(bytes.filter((byte) => !(Number.isInteger(byte) && byte >= 0 && byte < 256))).toEqual(
        [],
      );
      expect(mp3Duration(Uint8Array.from(bytes))).toBeGreaterThan(0);
      expect(spoken[`audioUrl${level}`]).toMatch(
        new RegExp(`^/alerts/${id}/audio/${level}\\.mp3\\?v=[0-9a-f]{32}$`),
      );
    }
    expect(spoken.audio1).toEqual(spoken.audio2);
    expect(spoken.audio1).not.toEqual(spoken.audio3);
  });

  test("is heard by each person in the language that they read", async () => {
    await service.graphql(
      "mutation ($input: PositionInput!) { newPosition(input: $input) { id } }",
      { input: { latitude: 0.005, longitude: 0.008, movingActivity: "STILL" } },
      user,
    );
    const texts = [
      { ...TEXTS, language: "de" },
      { ...TEXTS, language: "tlh" },
    ];
    const id = await publish(service.owner, service.admin.id, {
      ...TEXTS,
      language: "it",
      texts,
    });
    await service.owner.query("select app_private.publish_chunk($1)", [id]);
    await runSpeech(service.owner, hum());
    const heard = async (language: string) => {
      await service.graphql(
        "mutation ($id: Int!, $input: UserEdit!) { userEdit(id: $id, input: $input) { id } }",
        { id: user.id, input: { languages: [language] } },
        user,
      );
      const { data } = await service.graphql(
        "{ notifications(limit: 1) { level audioUrl alert { audioUrl1 audioUrls } } }",
        {},
        user,
      );
      const [{ level, audioUrl, alert }] = data.notifications;
      expect(level).toBe("ONE");
      expect(audioUrl).toBe(alert.audioUrls[0]);
      const answer = audioUrl && (await fetch(new URL(audioUrl, service.url)));
      return { ...alert, mp3: answer && Buffer.from(await answer.arrayBuffer()) };
    };
    const [own, german, klingon] = [await heard("it"), await heard("de"), await heard("tlh")];
    expect(own.audioUrls[0]).toBe(own.audioUrl1);
    expect(german.audioUrl1).toBe(own.audioUrl1);
    expect(mp3Duration(german.mp3)).toBeGreaterThan(0);
    expect(german.mp3.equals(own.mp3)).toBe(false);
    expect(klingon).toMatchObject({ audioUrls: [null, null, null], mp3: null });
  });

  test("is a list up to 4 MiB, and only a URL above that", async () => {
    const id = await publishNow();
    await runSpeech(service.owner, hum());
    const resize = (size: number) =>
      service.owner.query(
        `update app_private.speeches set mp3 = decode(repeat('ff', $2), 'hex')
          where id in (select speech_id from app_private.alert_speeches where alert_id = $1 and level = 'THREE')`,
        [id, size],
      );
    const LIMIT = 4 * 1024 * 1024;
    const list = async () =>
      (
        await service.owner.query(
          "select cardinality(app_public.alerts_audio3(a)) as bytes from app_public.alerts a where id = $1",
          [id],
        )
      ).rows[0].bytes;
    await resize(LIMIT);
    expect(await list()).toBe(LIMIT);
    await resize(LIMIT + 1);
    expect(await list()).toBe(0);
    const spoken = await audio(id);
    expect(spoken.audio3).toEqual([]);
    expect(spoken.audioUrl3).toMatch(/^\/alerts\//);
  });
});

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

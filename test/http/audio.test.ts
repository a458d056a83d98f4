/** @database server */
import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import supertest from "supertest";
import { startTestService, type TestService, type TestUser } from "../helpers/service.ts";
import { publish, runSpeech } from "../speech/helpers/alerts.ts";
import { hum } from "../speech/helpers/hum.ts";

let service: TestService;
let user: TestUser;
/** The paths of the speech of an alert's first text, without and with `v`. */
let path: string;
let url: string;
let mp3: Buffer;
let version: string;

/** A text long enough for several statements. */
const LONG = "x".repeat(9_000);
const TEXTS = { text1: LONG, text2: "Get ready.", text3: "Stay away." };

beforeAll(async () => {
  service = await startTestService();
  user = await service.newUser();
  const id = await publish(service.owner, service.admin.id, TEXTS);
  await runSpeech(service.owner, hum());
  const { data } = await service.graphql("{ alerts { audioUrl1 } }", {}, user);
  url = data.alerts[0].audioUrl1;
  path = `/alerts/${id}/audio/1.mp3`;
  version = url.slice(`${path}?v=`.length);
  const { rows } = await service.owner.query("select mp3 from app_private.speeches where id = $1", [
    version,
  ]);
  mp3 = rows[0].mp3;
});
afterAll(() => service.stop());

const get = (target = url, headers: Record<string, string> = {}) =>
  supertest(service.url).get(target).set(headers).buffer();
const bearer = ({ token }: { token: string }) => ({ Authorization: `Bearer ${token}` });

/** Compares files. Jest would compare them byte by byte, which takes half a second. */
const expectBytes = (body: Buffer, file: Buffer) => expect(Buffer.compare(body, file)).toBe(0);

const REFUSED = {
  errors: [
    {
      message: expect.stringMatching(/\S/),
      extensions: { code: expect.any(String), type: "AppError" },
    },
  ],
};

describe("the speech of an alert's text", () => {
  test("is served whole, and may be cached", async () => {
    const { headers, body } = await get().expect(200);
    expectBytes(body, mp3);
    expect(mp3.length).toBeGreaterThan(262_144);
    expect(headers).toMatchObject({
      "content-type": "audio/mpeg",
      "content-length": String(mp3.length),
      "accept-ranges": "bytes",
      etag: `"${version}"`,
      "cache-control": "public, max-age=31536000, immutable",
    });
  });

  test.each([
    ["without v", ""],
    ["with another v", `?v=${"0".repeat(32)}`],
  ])("is served %s to clients with a token, and must be revalidated", async (_, query) => {
    const { headers, body } = await get(path + query, bearer(user)).expect(200);
    expectBytes(body, mp3);
    expect(headers["cache-control"]).toBe("private, no-cache");
    expect(headers.vary).toMatch(/Authorization/);
    expect(headers.etag).toBe(`"${version}"`);
  });

  test("has no body for HEAD", async () => {
    const { headers, text } = await supertest(service.url)
      .head(url)
      .set("Range", "bytes=0-9")
      .expect(200);
    expect(text ?? "").toBe("");
    expect(headers["content-length"]).toBe(String(mp3.length));
  });

  test("differs for each level", async () => {
    const { body } = await get(path.replace("1.mp3", "2.mp3"), bearer(user)).expect(200);
    expect(body.length).toBeLessThan(mp3.length);
  });

  test("may be read by scripts of any origin", async () => {
    const { headers } = await get(url, { Origin: "https://console.example.org" }).expect(200);
    expect(headers["access-control-allow-origin"]).toBe("*");
  });
});

describe("a range of an alert's speech", () => {
  test.each([
    ["bytes=0-0", 0, 0],
    ["bytes=0-1", 0, 1],
    ["bytes=100-", 100, undefined],
    ["bytes=0-", 0, undefined],
    ["bytes=-500", -500, undefined],
    ["bytes=1000-400000", 1000, 400_000],
    ["bytes=5-99999999", 5, undefined],
  ])("is served for %s", async (range, from, to) => {
    const wanted = mp3.subarray(from, to === undefined ? undefined : to + 1);
    const first = from < 0 ? mp3.length + from : from;
    const { headers, body } = await get(url, { Range: range }).expect(206);
    expectBytes(body, wanted);
    expect(headers["content-range"]).toBe(
      `bytes ${first}-${first + wanted.length - 1}/${mp3.length}`,
    );
    expect(headers["content-length"]).toBe(String(wanted.length));
    expect(headers["content-type"]).toBe("audio/mpeg");
  });

  test.each(["bytes=99999999-", "bytes=-0"])(
    "is refused for %s, which is outside the file",
    async (range) => {
      const { headers, body } = await get(url, { Range: range }).expect(416);
      expect(headers["content-range"]).toBe(`bytes */${mp3.length}`);
      expect(headers["cache-control"]).toBe("no-store");
      expect(body).toEqual(REFUSED);
    },
  );

  test.each(["bytes=a-b", "seconds=1-2", "bytes=0-1,5-6", "nonsense"])(
    "is the whole file for %s",
    async (range) => {
      const { body } = await get(url, { Range: range }).expect(200);
      expectBytes(body, mp3);
    },
  );

  test("is served for If-Range only if the client has the same version", async () => {
    const same = { Range: "bytes=0-1", "If-Range": `"${version}"` };
    expect((await get(url, same).expect(206)).body).toHaveLength(2);
    for (const other of [`W/"${version}"`, '"other"', "Sat, 01 Jan 2022 00:00:00 GMT"]) {
      await get(url, { ...same, "If-Range": other }).expect(200);
    }
  });
});

describe("a client with a cached file", () => {
  test.each(["this", "one of several", "any"])(
    "does not get the same version again: %s",
    async (what) => {
      const known = { this: `"${version}"`, "one of several": `"a", "${version}"`, any: "*" }[what];
      const { headers, text } = await get(path, {
        ...bearer(user),
        "If-None-Match": String(known),
      }).expect(304);
      expect(text ?? "").toBe("");
      expect(headers.etag).toBe(`"${version}"`);
    },
  );

  test("gets the file if it has another version", async () => {
    await get(url, { "If-None-Match": '"other"' }).expect(200);
  });
});

describe("speech is refused with 401 for", () => {
  const targets: [string, () => string, () => Record<string, string>][] = [
    ["no token and no v", () => path, () => ({})],
    ["a wrong v", () => `${path}?v=${version.replace(/./g, "0")}`, () => ({})],
    ["the v of another text", () => url.replace("1.mp3", "2.mp3"), () => ({})],
    ["several vs", () => `${url}&v=${version}`, () => ({})],
    ["a changed token", () => path, () => bearer({ token: `${user.token}x` })],
    ["no token, for an alert that does not exist", () => "/alerts/999999/audio/1.mp3", () => ({})],
  ];
  test.each(targets)("%s", async (_what, target, headers) => {
    const { body, headers: answered } = await get(target(), headers()).expect(401);
    expect(body).toEqual(REFUSED);
    expect(body.errors[0].extensions.code).toBe("UNAUTHENTICATED");
    expect(answered["cache-control"]).toBe("no-store");
  });

  test("a token that was just revoked", async () => {
    const left = await service.newUser();
    await get(path, bearer(left)).expect(200);
    await service.owner.query("delete from app_public.sessions where user_id = $1", [left.id]);
    await get(path, bearer(left)).expect(401);
  });
});

describe("speech is answered with 404", () => {
  test.each([
    "/alerts/999999/audio/1.mp3",
    "/alerts/2147483648/audio/1.mp3",
    "/alerts/99999999999999999999/audio/1.mp3",
    "/alerts/0x1/audio/1.mp3",
    "/alerts/-1/audio/1.mp3",
    "/alerts/1'%20or%20true--/audio/1.mp3",
    "/alerts/1/audio/0.mp3",
    "/alerts/1/audio/4.mp3",
    "/alerts/1/audio/ONE.mp3",
  ])("at %s", async (target) => {
    const { body } = await get(target, bearer(user)).expect(404);
    expect(body).toEqual(REFUSED);
    expect(body.errors[0].extensions.code).toBe("NOT_FOUND");
  });

  test("for an alert without speech", async () => {
    const id = await publish(service.owner, service.admin.id, { ...TEXTS, text1: "Not yet." });
    await get(`/alerts/${id}/audio/1.mp3`, bearer(user)).expect(404);
  });
});

describe("an error while speech is served", () => {
  test("is a 500 that tells the client only its id in the log", async () => {
    await service.owner.query(
      "alter function app_private.find_speech(integer, integer, uuid) rename to gone",
    );
    try {
      const { body } = await get().expect(500);
      const id = /[0-9a-f-]{36}/.exec(body.errors[0].message)?.[0] as string;
      expect(service.logged.join("\n")).toContain(id);
      expect(JSON.stringify(body)).not.toMatch(/find_speech|app_private|\.ts/);
    } finally {
      await service.owner.query(
        "alter function app_private.gone(integer, integer, uuid) rename to find_speech",
      );
    }
    await get().expect(200);
  });

  test("is not logged if the client closes the connection", async () => {
    const before = service.logged.length;
    await new Promise<void>((resolve, reject) => {
      const request = httpRequest(`${service.url}${url}`, (response) => {
        response.once("data", () => request.destroy());
        response.once("close", resolve);
        response.on("error", () => {});
      });
      request.on("error", reject);
      request.end();
    });
    await get().expect(200);
    expect(service.logged.slice(before)).toEqual([]);
  });
});

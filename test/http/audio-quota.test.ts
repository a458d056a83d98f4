/** @database server */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestService, type TestService } from "../helpers/service.ts";
import { publish, runSpeech } from "../speech/helpers/alerts.ts";
import { hum } from "../speech/helpers/hum.ts";

const [GUESSES, REQUESTS] = [5, 9];
let service: TestService;
/** The paths of an alert's speech for its levels, with their `v`. */
let urls: string[];
beforeAll(async () => {
  service = await startTestService({
    ANONYMOUS_BURST: String(GUESSES),
    ANONYMOUS_RATE: "1",
    REQUEST_BURST: String(REQUESTS),
    REQUEST_RATE: "1",
  });
  const texts = { text1: "Leave now.", text2: "Get ready.", text3: "Stay away." };
  await publish(service.owner, service.admin.id, texts);
  await runSpeech(service.owner, hum());
  const query = "{ alerts { audioUrl1 audioUrl2 audioUrl3 } }";
  const { data } = await service.graphql(query, {}, service.admin);
  urls = Object.values(data.alerts[0]);
});
afterAll(() => service.stop());

const get = (path: string, token?: string) =>
  fetch(`${service.url}${path}`, { headers: token ? { authorization: `Bearer ${token}` } : {} });
/** Asks at once more often than any quota here allows. */
const getMany = (path: string, token?: string) =>
  Promise.all(Array.from({ length: 20 }, () => get(path, token)));
const statuses = (answers: Response[]) => new Set(answers.map(({ status }) => status));

test("a stranger who guesses paths is refused, and one with a path that the host knows to be right is not", async () => {
  const [known] = urls as [string];
  expect((await get(known)).status).toBe(200);
  const answers = await getMany(known.replace(/v=.*/, `v=${"0".repeat(32)}`));
  expect(statuses(answers)).toEqual(new Set([401, 503]));
  const refused = answers.find(({ status }) => status === 503) as Response;
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({
    errors: [{ extensions: { code: "RATE_LIMITED" } }],
  });
  expect(statuses(await getMany(known))).toEqual(new Set([200]));
});

test("a request for speech with a token counts for its user, except with a path known to be right", async () => {
  const { token } = await service.newUser();
  const [, second] = urls as [string, string];
  expect((await get(second, token)).status).toBe(200);
  const withoutV = second.replace(/\?.*/, "");
  expect(statuses(await getMany(withoutV, token))).toEqual(new Set([200, 503]));
  // A path that was found with a token is known without one too.
  expect(statuses(await getMany(second, token))).toEqual(new Set([200]));
  expect(statuses(await getMany(second))).toEqual(new Set([200]));
});

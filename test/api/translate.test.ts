/** @database server */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { translated } from "../../src/graphql/mutations/texts-translate.ts";
import { startTestService, type TestService, type TestUser } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";

let asked: object[] = [];
let answer: (response: ServerResponse, request: IncomingMessage) => void;
const server = createServer(async (request, response) => {
  asked.push(JSON.parse(await text(request)));
  answer(response, request);
});
let url: string;
let service: TestService;
let author: TestUser;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/translate`;
  service = await startTestService({ TRANSLATE_URL: url });
  author = await service.newUser();
  const { errors } = await service.graphql(
    "mutation ($id: Int!) { membershipSet(userId: $id, authorityId: 1, role: AUTHOR) { id } }",
    { id: author.id },
    service.admin,
  );
  expect(errors).toBeUndefined();
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await service.stop();
});
beforeEach(() => {
  asked = [];
  answer = says({ texts: ["Salid.", "Huid."] });
});

const says = (content: unknown) => (response: ServerResponse) =>
  void response.end(JSON.stringify(content));
const INPUT = { from: "it", to: "es", texts: ["Uscite.", "Scappate."] };
const translate = (input: object, as: TestUser | undefined) =>
  service.graphql(
    "mutation ($input: TextsTranslateInput!) { textsTranslate(input: $input) { texts } }",
    { input: { ...INPUT, ...input } },
    as,
  );

test("an author has texts translated, and the console knows that it can", async () => {
  expect((await translate({}, author)).data.textsTranslate.texts).toEqual(["Salid.", "Huid."]);
  expect(asked).toEqual([INPUT]);
  const settings = await (await fetch(`${service.url}/console/config.json`)).json();
  expect(settings).toMatchObject({ hasTranslation: true });
});

test.each<[string, object, () => TestUser | undefined, string]>([
  ["a person", {}, () => plain, "FORBIDDEN"],
  ["nobody", {}, () => undefined, "UNAUTHENTICATED"],
  ["no language", { to: "Spanish!" }, () => author, "BAD_USER_INPUT/ALERTS_LANGUAGE"],
  ["no text", { texts: [] }, () => author, "BAD_USER_INPUT/TEXTS_LENGTH"],
  ["an empty text", { texts: [" "] }, () => author, "BAD_USER_INPUT/TEXTS_LENGTH"],
  ["six texts", { texts: Array(6).fill("a") }, () => author, "BAD_USER_INPUT/TEXTS_LENGTH"],
  ["a long text", { texts: ["a".repeat(10_001)] }, () => author, "BAD_USER_INPUT/TEXTS_LENGTH"],
])("%s is refused before the service is asked", async (_what, input, as, code) => {
  plain = await service.newUser();
  const [error] = (await translate(input, as())).errors ?? [];
  expect(`${error?.extensions?.code}/${error?.extensions?.reason}`).toContain(code);
  expect(asked).toEqual([]);
});
let plain: TestUser;

test.each<[string, typeof answer, string]>([
  ["an error", (response) => void response.writeHead(500).end("no"), "HTTP 500"],
  ["no answer", (_response, { socket }) => void socket.destroy(), "UND_ERR_SOCKET"],
  [
    "a redirect",
    (response) => void response.writeHead(307, { location: "/other" }).end(),
    "TypeError",
  ],
  ["no JSON", (response) => void response.end("<html>"), "SyntaxError"],
  ["too much", says({ texts: ["a", "b"], more: "a".repeat(1_000_000) }), "SIZE"],
  ["too few texts", says({ texts: ["Salid."] }), "TEXTS"],
  ["too many texts", says({ texts: ["a", "b", "c"] }), "TEXTS"],
  ["an empty text", says({ texts: ["Salid.", ""] }), "TEXTS"],
  ["a long text", says({ texts: ["Salid.", "a".repeat(10_001)] }), "TEXTS"],
  ["a number", says({ texts: ["Salid.", 7] }), "TEXTS"],
  ["null", says(null), "TEXTS"],
])("a service that answers with %s is told of", async (_what, faulty, detail) => {
  answer = faulty;
  const { data, errors } = await translate({}, author);
  expect(data.textsTranslate).toBeNull();
  expect(errors?.[0]?.extensions).toMatchObject({
    code: "CONFLICT",
    reason: "TRANSLATION_FAILED",
    detail,
  });
});

const NODE = `${process.execPath} -e`;
const READ = 'const{texts}=JSON.parse(require("fs").readFileSync(0,"utf8"));';
const by = (program: string) => ({ url: undefined, command: `${NODE} ${program}` });

test("a command gets the request and answers", async () => {
  const upper = by(`${READ}console.log(JSON.stringify({texts:texts.map(one=>one.toUpperCase())}))`);
  expect(await translated(upper, INPUT)).toEqual(["USCITE.", "SCAPPATE."]);
});

test.each([
  ["is missing", { url: undefined, command: "/no/such/program" }, "TRANSLATION_FAILED", "ENOENT"],
  ["fails", by("process.exit(3)"), "TRANSLATION_FAILED", "3"],
  ["takes too long", by("setInterval(()=>{},1000)"), "TRANSLATION_FAILED", "TIMEOUT"],
  [
    "says too much",
    by('console.log("a".repeat(2000000))'),
    "TRANSLATION_FAILED",
    "ERR_CHILD_PROCESS_STDIO_MAXBUFFER",
  ],
  ["is not set", { url: undefined, command: undefined }, "TRANSLATION_OFF", undefined],
])("a command that %s is told of", async (_what, faulty, reason, detail) => {
  await expect(translated(faulty, INPUT, 2000)).rejects.toMatchObject({
    extensions: { code: "CONFLICT", reason, ...(detail && { detail }) },
  });
});

test("an address that does not answer in time is told of", async () => {
  answer = () => {};
  await expect(translated({ url, command: undefined }, INPUT, 500)).rejects.toMatchObject({
    extensions: { reason: "TRANSLATION_FAILED", detail: "TIMEOUT" },
  });
});

test("four requests are translated at once, and a fifth is told to wait", async () => {
  const held: ServerResponse[] = [];
  answer = (response) => void held.push(response);
  const four = Array.from({ length: 4 }, () => translate({}, author));
  await until(() => held.length === 4);
  // The helper takes no answer but those of status 200.
  await expect(translate({}, author)).rejects.toThrow("503");
  for (const response of held) says({ texts: ["a", "b"] })(response);
  for (const answered of four) expect((await answered).errors).toBeUndefined();
});

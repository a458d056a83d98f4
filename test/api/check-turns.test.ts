import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestService, type TestService } from "../helpers/service.ts";

/** More than may wait of one address. */
const FLOOD = 300;
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** A stranger's request that no one has sent before. */
function request(n: number): string {
  const body = JSON.stringify({ query: `{ field${n}: __typename }` });
  return `POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

test("a flood of unknown documents from one address is refused in part, and holds up nobody else", async () => {
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1").setEncoding("utf8");
  await once(socket, "connect");
  // At once, so that they arrive faster than they are answered.
  socket.write(Array.from({ length: FLOOD }, (_, n) => request(n)).join(""));
  const user = await service.newUser();
  const { data } = await service.graphql("{ new: me { id } }", {}, user);
  expect(data.new.id).toBe(user.id);

  let text = "";
  const count = (pattern: RegExp) => [...text.matchAll(pattern)].length;
  for await (const part of socket) {
    text += part;
    if (count(/HTTP\/1\.1 /g) === FLOOD && text.endsWith("}")) break;
  }
  const refused = count(/HTTP\/1\.1 503 /g);
  expect(refused).toBeGreaterThan(0);
  expect(count(/^retry-after: 1\r$/gim)).toBe(refused);
  expect(count(/"code":"RATE_LIMITED","type":"AppError","retryAfter":1/g)).toBe(refused);
  expect(count(/"data":\{"field\d+":"Query"\}/g)).toBe(FLOOD - refused);
});

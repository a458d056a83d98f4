/** @database server */
import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "@jest/globals";
import { runTestService } from "../helpers/service.ts";

/** More requests than may wait from one address. */
const FLOOD = 300;
const service = runTestService();

/** Returns an HTTP request without a token. */
function request(asked: object): string {
  const body = JSON.stringify(asked);
  return `POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** Sends all requests on one connection. The service, in this process, reads them all before it answers the first. */
async function flood(asked: object[]) {
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1").setEncoding("utf8");
  await once(socket, "connect");
  socket.write(asked.map(request).join(""));
  return {
    async answers() {
      let text = "";
      const count = (pattern: RegExp) => [...text.matchAll(pattern)].length;
      for await (const part of socket) {
        text += part;
        if (count(/HTTP\/1\.1 /g) === asked.length && text.endsWith("}")) break;
      }
      return count;
    },
  };
}

test("a flood of unknown documents from one address is refused in part, and holds up nobody else", async () => {
  const asked = Array.from({ length: FLOOD }, (_, n) => ({ query: `{ field${n}: __typename }` }));
  const { answers } = await flood(asked);
  const user = await service.newUser();
  const { data } = await service.graphql("{ new: me { id } }", {}, user);
  expect(data.new.id).toBe(user.id);

  const count = await answers();
  const refused = count(/HTTP\/1\.1 503 /g);
  expect(refused).toBeGreaterThan(0);
  expect(count(/^retry-after: 1\r$/gim)).toBe(refused);
  expect(count(/"code":"RATE_LIMITED",[^}]*"retryAfter":1/g)).toBe(refused);
  expect(count(/"data":\{"field\d+":"Query"\}/g)).toBe(FLOOD - refused);
});

import { once } from "node:events";
import { createServer } from "node:http";
import { expect, test } from "@jest/globals";
import { holdRequests, listen } from "../../src/process/http-server.ts";

test("requests that arrive too early are answered later, with their bodies, and others at once", async () => {
  let isOpen = false;
  const server = createServer((request, response) => {
    void request.toArray().then((body) => response.end(`${isOpen} ${Buffer.concat(body)}`));
  });
  const open = holdRequests(server);
  const url = `http://localhost:${await listen(server, 0)}`;
  const arrived = [once(server, "request"), once(server, "connection")];
  const early = fetch(url, { method: "POST", body: "early" });
  await Promise.all(arrived);
  isOpen = true;
  open();
  expect(await (await early).text()).toBe("true early");
  expect(await (await fetch(url, { method: "POST", body: "late" })).text()).toBe("true late");
  server.close();
});

/** @database server */
import { expect, test } from "@jest/globals";
import supertest from "supertest";
import { runTestService } from "../helpers/service.ts";

const service = runTestService({
  ALLOWED_ORIGINS: "https://console.example.org, http://localhost:3000",
  NODE_ENV: "production",
});

const allowed = async (origin: string) => {
  const { headers } = await supertest(service.url)
    .post("/graphql")
    .set("Origin", origin)
    .send({ query: "{ apiVersion }" })
    .expect(200);
  expect(headers.vary).toMatch(/Origin/i);
  return headers["access-control-allow-origin"];
};

test.each(["https://console.example.org", "http://localhost:3000"])(
  "a page of %s may call",
  async (origin) => {
    expect(await allowed(origin)).toBe(origin);
  },
);

test.each(["https://evil.example.org", "https://console.example.org.evil.org", "null"])(
  "a page of %s may not call",
  async (origin) => {
    expect(await allowed(origin)).toBeUndefined();
  },
);

test("clients that are not browsers may call without an origin", async () => {
  const { body } = await supertest(service.url).post("/graphql").send({ query: "{ apiVersion }" });
  expect(body.data).toBeDefined();
});

test("the host serves no GraphiQL in production", async () => {
  const ask = (path: string) => supertest(service.url).get(path).set("Accept", "text/html");
  await ask("/graphiql").expect(404);
  expect((await ask("/").expect(200)).text).not.toMatch(/ruru|graphiql/i);
});

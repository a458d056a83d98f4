import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { GraphQLError } from "postgraphile/graphql";
import supertest from "supertest";
import { graphqlHandler } from "../../src/http/graphql.ts";
import { currentRequest, LoggedRequest } from "../../src/log/request.ts";

const masked: { error: GraphQLError; requestId: string | undefined }[] = [];

let server: Server;
beforeAll(() => {
  const handle = graphqlHandler(
    (_request, _response, next) => next(),
    () => {
      throw new Error("Only the fast path is asked.");
    },
    () => ({ settings: {} as never, admits: async () => true }),
    async () => {
      throw new Error("a fault at 10.1.2.3");
    },
    (error) => {
      masked.push({ error, requestId: currentRequest()?.id });
      return new GraphQLError("masked");
    },
  );
  server = createServer((request, response) => handle(request, response, new LoggedRequest("a-1")));
});
afterAll(() => void server.close());

test("a fault of the fast path is answered with 500, without internal details", async () => {
  const { body } = await supertest(server)
    .post("/graphql")
    .set("Accept", "application/json")
    .send({ query: "{ apiVersion }" })
    .expect(500);
  expect(body).toEqual({ errors: [{ message: "masked" }] });
  // An error with a path is one of the service, not of the client. Its line in the log names the request.
  const error = expect.objectContaining({ message: "a fault at 10.1.2.3", path: [] });
  expect(masked).toEqual([{ error, requestId: "a-1" }]);
});

import { createServer } from "node:http";
import { type Claims, claimsOf, queryAs, SQL } from "./claims.ts";

/** The floor: node:http and `pg` without GraphQL. It reads only the operation's name and variables. */

async function answer(
  operation: string,
  claims: Claims,
  { input }: { input?: { latitude: number; longitude: number; movingActivity: string } },
): Promise<unknown> {
  switch (operation) {
    case "newPosition": {
      const values = [input?.latitude, input?.longitude, input?.movingActivity];
      return (await queryAs(claims, { ...SQL.newPosition, values })).rows[0];
    }
    case "notifications":
      return (await queryAs(claims, SQL.notifications)).rows;
    case "positions":
      return (await queryAs(claims, SQL.positions)).rows;
    default:
      return "1.0";
  }
}

createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", async () => {
    try {
      const { operationName, variables } = JSON.parse(body);
      const data = await answer(operationName, claimsOf(request.headers), variables ?? {});
      const text = JSON.stringify({ data: { [operationName]: data } });
      response.setHeader("Content-Type", "application/json; charset=utf-8");
      response.end(text);
    } catch (error) {
      response.statusCode = 500;
      response.end(String(error));
    }
  });
}).listen(Number(process.env.PORT));

/** @database server */
import { expect, test } from "@jest/globals";
import { openDatabase } from "../../src/database/open.ts";
import { loadService } from "../helpers/code.ts";
import { borrowDatabase } from "../helpers/database.ts";

test("a service that ends has stored which sessions were used", async () => {
  const clone = await borrowDatabase({ ADMIN_PASSWORD: "admin-password" });
  const { startService } = await loadService();
  const service = await startService(clone.config, () => {}, clone.open);
  const ask = async (query: string, token = "") => {
    const response = await fetch(`${service.url}/graphql`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify({ query }),
    });
    return (await response.json()) as { data: { login: { accessToken: string } } };
  };
  const { data } = await ask(
    'mutation { login(input: {email: "admin@example.org", password: "admin-password"}) { accessToken } }',
  );
  await service.database.ownerPool.query(
    "update app_public.sessions set used_at = now() - interval '2 hours'",
  );
  await ask("{ me { id } }", data.login.accessToken);
  await service.stop();

  const database = await openDatabase(clone.config, () => {}, clone.open);
  const { rows } = await database.ownerPool.query(
    "select used_at > now() - interval '1 hour' as is_noted from app_public.sessions",
  );
  expect(rows).toEqual([{ is_noted: true }]);
  await database.close();
  await clone.drop();
});

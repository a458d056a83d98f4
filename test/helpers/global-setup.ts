import { makeTemplate } from "./template.ts";

export default async function globalSetup(): Promise<void> {
  process.env.GRAPHILE_ENV = "development";
  // Handed on to the workers, which inherit the environment.
  process.env.TEST_TEMPLATE = JSON.stringify(await makeTemplate());
}

import { dropTemplate } from "./template.ts";

export default async function globalTeardown(): Promise<void> {
  await dropTemplate(JSON.parse(process.env.TEST_TEMPLATE as string));
}

import { closeBrowser } from "../../console/test/helpers/prepare.ts";
import { dropTemplate } from "./template.ts";

export default async function globalTeardown(): Promise<void> {
  await closeBrowser();
  await dropTemplate(JSON.parse(process.env.TEST_TEMPLATE as string));
}

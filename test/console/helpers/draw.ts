import type { Page } from "playwright-core";

/** Brings the map to a place by its name. */
export async function goToPlace(page: Page, name: string): Promise<void> {
  await page.getByLabel("Go to a place").fill(name);
  await page
    .getByRole("button", { name: new RegExp(`^${name} `) })
    .first()
    .click();
}

/** Clicks on the map, at parts of its width and height; slowly enough not to be a double click. */
export async function clickMap(page: Page, x: number, y: number): Promise<void> {
  const box = await page.locator("canvas.maplibregl-canvas").boundingBox();
  if (!box) throw new Error("There is no map.");
  await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
  await page.mouse.click(box.x + box.width * x, box.y + box.height * y, { delay: 30 });
  await page.waitForTimeout(350);
}

/** Draws a square in the middle of the map, corner by corner. */
export async function drawSquare(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Corners" }).click();
  for (const [x, y] of [
    [0.42, 0.42],
    [0.58, 0.42],
    [0.58, 0.58],
    [0.42, 0.58],
  ] as const) {
    await clickMap(page, x, y);
  }
  await page.keyboard.press("Enter");
  await page.getByText("One area is drawn.").waitFor();
}

/** Writes the three texts. */
export async function writeTexts(page: Page): Promise<void> {
  await page.getByLabel("ONE for those").fill("Leave the centre now.\nWalk to the stadium.");
  await page.getByLabel("TWO for those").fill("Do not enter the centre.");
  await page.getByLabel("THREE for those").fill("Expect closed roads.");
}

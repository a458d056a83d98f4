import type { Page } from "playwright-core";

/** Moves the map to a place by its name. */
export async function goToPlace(page: Page, name: string): Promise<void> {
  await page.getByLabel("Go to a place").fill(name);
  await page
    .getByRole("button", { name: new RegExp(`^${name} `) })
    .first()
    .click();
}

/** Returns the page position of a point given in fractions of the map's width and height. */
async function onPage(page: Page, [x, y]: [number, number]): Promise<[number, number]> {
  const box = await page.locator("canvas.maplibregl-canvas").boundingBox();
  if (!box) throw new Error("There is no map.");
  return [box.x + box.width * x, box.y + box.height * y];
}

/** Clicks on the map, at fractions of its width and height. Playwright's quick clicks never become double clicks. */
export async function clickMap(page: Page, x: number, y: number): Promise<void> {
  const place = await onPage(page, [x, y]);
  await page.mouse.move(...place);
  await page.mouse.click(...place);
}

/** Drags something on the map. */
export async function dragOnMap(
  page: Page,
  from: [number, number],
  to: [number, number],
): Promise<void> {
  const [start, end] = [await onPage(page, from), await onPage(page, to)];
  await page.mouse.move(...start);
  await page.mouse.down();
  // A drag takes what lies under its first step, and begins there.
  const step = start.map((place, axis) => place + ((end[axis] as number) - place) * 0.05);
  await page.mouse.move(...(step as [number, number]));
  await page.mouse.move(...end, { steps: 3 });
  await page.mouse.up();
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

/** Opens the second step of an alert. */
export const toWhat = (page: Page) =>
  page.getByRole("button", { name: "What", exact: true }).press("Enter");

/** Fills in the three texts. */
export async function writeTexts(page: Page): Promise<void> {
  await toWhat(page);
  await page.getByLabel("ONE for those").fill("Leave the centre now.\nWalk to the stadium.");
  await page.getByLabel("TWO for those").fill("Do not enter the centre.");
  await page.getByLabel("THREE for those").fill("Expect closed roads.");
}

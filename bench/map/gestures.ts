import type { Page } from "playwright-core";
import { isSmall } from "../lib/database.ts";

/** A gesture on the map, the same each time. It ends where it began. */
export type Gesture = (page: Page) => Promise<void>;

/** The start of each gesture, left of the panel. */
const MIDDLE = { x: 450, y: 400 };
/** Milliseconds between two moves of the pointer. */
const STEP = 16;
/** The moves of a drag, and the notches of a zoom. With `--small`, software draws few frames. */
const MOVES = isSmall ? 3 : 12;
const NOTCHES = isSmall ? 2 : 8;

async function drag(page: Page, x: number, y: number, steps: number): Promise<void> {
  await page.mouse.move(MIDDLE.x, MIDDLE.y);
  await page.mouse.down();
  for (let step = 1; step <= steps; step += 1) {
    await page.mouse.move(MIDDLE.x + (x * step) / steps, MIDDLE.y + (y * step) / steps);
    await page.waitForTimeout(STEP);
  }
  // Waits before the release, or the map would glide on.
  await page.waitForTimeout(200);
  await page.mouse.up();
}

async function pan(page: Page): Promise<void> {
  for (const [x, y] of [
    [200, 100],
    [-200, -100],
  ] as const) {
    await drag(page, x, y, MOVES);
  }
}

async function zoom(page: Page): Promise<void> {
  await page.mouse.move(MIDDLE.x, MIDDLE.y);
  for (const direction of [-1, 1]) {
    for (let notch = 0; notch < NOTCHES; notch += 1) {
      await page.mouse.wheel(0, direction * 60);
      await page.waitForTimeout(2 * STEP);
    }
    await page.waitForTimeout(400);
  }
}

export const GESTURES = {
  pan,
  zoom,
  look: (page: Page) => page.waitForTimeout(isSmall ? 500 : 3000),
} satisfies Record<string, Gesture>;

import type { Page } from "playwright-core";

/** Returns the share of a page's pixels that each colour has, such as "#ff0000". */
export async function sharesOf(page: Page, colours: string[]): Promise<number[]> {
  const png = (await page.screenshot()).toString("base64");
  return await page.evaluate<number[]>(`(async () => {
    const image = new Image();
    image.src = "data:image/png;base64,${png}";
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const counts = new Map();
    for (let at = 0; at < data.length; at += 4) {
      const colour = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    return ${JSON.stringify(colours)}.map(
      (colour) => (4 * (counts.get(parseInt(colour.slice(1), 16)) ?? 0)) / data.length,
    );
  })()`);
}

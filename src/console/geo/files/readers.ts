import { t } from "../../words/translate.ts";
import { FileError } from "./file-error.ts";

/** A browser does not load a script again that has failed, but a reloaded page does. */
const NOT_LOADED = t(
  "What reads such a file cannot be loaded. Check the connection and reload the page: what you entered is kept.",
);

/** Loads code that few need. The file is not to blame if it cannot be loaded. */
async function loaded<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    console.warn("Not loaded:", error);
    throw new FileError(NOT_LOADED);
  }
}

// Each names what it needs, so that the build leaves out the rest.
export const kmlReader = () =>
  loaded(async () => {
    const { kml } = await import("@tmcw/togeojson");
    return { kml };
  });
export const shapefileReader = () =>
  loaded(async () => {
    const { combine, parseDbf, parseShp } = await import("shpjs");
    return { combine, parseDbf, parseShp };
  });
export const zipReader = () =>
  loaded(async () => {
    const { iter } = await import("but-unzip");
    return { iter };
  });

/** Loads all of them, so that an open page needs nothing of a host that was updated meanwhile. */
export async function preloadReaders(): Promise<void> {
  await Promise.allSettled([kmlReader(), shapefileReader(), zipReader()]);
}

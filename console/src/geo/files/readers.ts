import { t } from "../../words/translate.ts";
import { FileError } from "./file-error.ts";

/** A browser does not load a failed script again, but a reloaded page does. */
const NOT_LOADED = t(
  "The code that reads such files cannot be loaded. Check the connection and reload the page: what you entered is kept.",
);

/** Loads code that few users need. If that fails, the error does not blame the file. */
async function loaded<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    console.warn("Not loaded:", error);
    throw new FileError(NOT_LOADED);
  }
}

// Each reader names what it needs, so that the build leaves out the rest.
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

/** Loads all readers, so that an open page needs no code from a host that was updated since. */
export async function preloadReaders(): Promise<void> {
  await Promise.allSettled([kmlReader(), shapefileReader(), zipReader()]);
}

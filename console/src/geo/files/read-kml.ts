import type { FeatureCollection } from "geojson";
import { t } from "../../words/translate.ts";
import { FileError } from "./file-error.ts";
import { kmlReader } from "./readers.ts";

/** Reads KML, the format of Google Earth. */
export async function readKml(text: string): Promise<FeatureCollection> {
  const { kml } = await kmlReader();
  const document = new DOMParser().parseFromString(text, "text/xml");
  if (document.querySelector("parsererror") || document.documentElement.localName !== "kml") {
    throw new FileError(t("The file is not KML, or is damaged. Export it again."));
  }
  return kml(document) as FeatureCollection;
}

import type { Position } from "geojson";
import { decode } from "../../state/read-text.ts";
import { t } from "../../words/translate.ts";
import { type Drawn, nameIn } from "./drawn.ts";
import { FileError } from "./file-error.ts";

/** Returns the elements of a name, whatever their prefix. */
const all = (node: Document | Element, name: string) =>
  [...node.getElementsByTagName("*")].filter(({ localName }) => localName === name);

const textOf = (node: Element, name: string) => all(node, name)[0]?.textContent.trim();

/** Returns the corners of a ring. Some programs write blanks after the commas. */
const ringOf = (coordinates: Element): Position[] =>
  coordinates.textContent
    .trim()
    .replaceAll(/\s*,\s*/g, ",")
    .split(/\s+/)
    .filter(Boolean)
    .map((tuple) => {
      const numbers = tuple.split(",").map((number) => (number ? Number(number) : Number.NaN));
      // More numbers than longitude, latitude and height are a list whose tuples are not apart.
      return numbers.length > 3 ? [] : numbers;
    });

/** Returns the rings of a polygon, the outer one first. One without an outer ring has an empty one. */
function ringsOf(polygon: Element): Position[][] {
  const [outer, inner] = ["outerBoundaryIs", "innerBoundaryIs"].map((name) =>
    all(polygon, name).flatMap((boundary) => all(boundary, "coordinates").map(ringOf)),
  ) as [Position[][], Position[][]];
  return [...(outer.length > 0 ? outer : [[]]), ...inner];
}

/** Reads the areas of KML, the format of Google Earth. */
export function readKml(bytes: Uint8Array): Drawn[] {
  const [, encoding] =
    /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)/.exec(
      new TextDecoder("latin1").decode(bytes.subarray(0, 300)).trim(),
    ) ?? [];
  // Some programs declare UTF-16 and write UTF-8. UTF-16 has a byte order mark.
  const text = decode(bytes, encoding && !/^utf/i.test(encoding) ? encoding : undefined);
  const kml = new DOMParser().parseFromString(text.trim(), "text/xml");
  if (all(kml, "parsererror").length > 0 || kml.documentElement.localName !== "kml") {
    throw new FileError(t("The file is not KML, or is damaged. Export it again."));
  }
  const placemarks = all(kml, "Placemark").map((placemark) => {
    const data = [...all(placemark, "Data"), ...all(placemark, "SimpleData")].map((element) => [
      element.getAttribute("name"),
      textOf(element, "value") ?? element.textContent,
    ]);
    const [name] = [...placemark.children].filter(({ localName }) => localName === "name");
    return {
      name: name?.textContent.trim() || nameIn(Object.fromEntries(data)),
      parts: all(placemark, "Polygon").map((polygon) => ({
        rings: ringsOf(polygon),
        crs: undefined,
      })),
    };
  });
  return [...placemarks, ...all(kml, "NetworkLink").map(() => ({ parts: [], isLink: true }))];
}

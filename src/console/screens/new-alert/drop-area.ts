import { signal } from "@preact/signals";
import { readArea } from "../../geo/read-area.ts";
import { addShapes } from "../../parts/area-by-coordinates.tsx";

/** What was amiss with the file dropped last. */
export const dropProblem = signal("");

/** Takes a file of GeoJSON, or its text, dropped anywhere on the screen. */
export async function dropArea(event: DragEvent): Promise<void> {
  event.preventDefault();
  const [file] = event.dataTransfer?.files ?? [];
  const dropped = event.dataTransfer?.getData("text") ?? "";
  try {
    addShapes(readArea(file ? await file.text() : dropped));
    dropProblem.value = "";
  } catch (error) {
    dropProblem.value = (error as Error).message;
  }
}

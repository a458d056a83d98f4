import { computed, signal } from "@preact/signals";
import { t } from "../words/translate.ts";
import { view } from "./view.ts";

/** What the map shows of streets: none if none is set, failed if they could not be loaded. */
export const streets = signal<"none" | "loading" | "shown" | "failed">("loading");

/** From this zoom on, one looks for streets. */
const STREETS_FROM_ZOOM = 11;

/** What is wrong with the map's streets, for whoever draws an area on it. Empty if nothing is. */
export const streetsProblem = computed(() => {
  if (streets.value === "failed")
    return t("The map's streets could not be loaded. Load the page again, or ask your operator.");
  return streets.value === "none"
    ? t("This map has no streets. Your operator can add them (MAP_FILE or MAP_URL).")
    : "";
});

/** The same on the map: a map without streets says so where one would see them. */
export const mapNote = computed(() =>
  streets.value === "failed" || view.value.zoom >= STREETS_FROM_ZOOM ? streetsProblem.value : "",
);

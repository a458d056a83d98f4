import { useId, useRef, useState } from "preact/hooks";
import { readCoordinates } from "../geo/read-coordinates.ts";
import type { InhabitedPlace } from "../map/base-map-data.ts";
import type { FoundStreet } from "../map/find-streets.ts";
import { findStreets, hasStreets } from "../map/find-streets.ts";
import { findPlaces, MIN_SEARCH_CHARACTERS } from "../map/places.ts";
import { sharedMap } from "../map/the-map.ts";
import { view } from "../map/view.ts";
import { nameOf, place, regionOf } from "../words/place-words.ts";
import { t } from "../words/translate.ts";

const MAX_PLACES = 6;
/** The most places beside streets: fewer, so that the list stays short. */
const MAX_PLACES_BESIDE_STREETS = 3;
/** A zoom that shows the streets around coordinates. */
const STREETS_ZOOM = 13;
/** Zooms that show a street, and its house numbers. */
const STREET_ZOOM = 16;
const HOUSES_ZOOM = 17.5;
const NOT_LOADED = t("The places could not be loaded. Try again, or enter coordinates.");

/** A place that the map can move to. */
interface Found {
  name: string;
  region: string;
  center: [number, number];
  zoom: number;
}

/** Returns a zoom that shows a city as a whole, and a village with its streets. */
const zoomFor = (inhabitants: number) =>
  inhabitants > 1e6 ? 10 : inhabitants > 5e4 ? 12 : STREETS_ZOOM;

function foundPlace(found: InhabitedPlace): Found {
  const [, , longitude, latitude, inhabitants] = found;
  return {
    name: nameOf(found),
    region: regionOf(found),
    center: [longitude, latitude],
    zoom: zoomFor(inhabitants),
  };
}

function foundStreet({ name, place, longitude, latitude, isAddress }: FoundStreet): Found {
  return {
    name,
    region: place,
    center: [longitude, latitude],
    zoom: isAddress ? HOUSES_ZOOM : STREET_ZOOM,
  };
}

/** Finds coordinates, or places by name, near the visible part of the map. */
async function find(text: string): Promise<Found[]> {
  const [longitude, latitude] = readCoordinates(text) ?? [];
  if (longitude !== undefined && latitude !== undefined) {
    const name = place(longitude, latitude);
    return [{ name, region: t("coordinates"), center: [longitude, latitude], zoom: STREETS_ZOOM }];
  }
  return (await findPlaces(text, MAX_PLACES, view.peek().center)).map(foundPlace);
}

const nothingFoundText = (text: string) =>
  hasStreets()
    ? t(
        "Nothing found: no place or street begins with “{text}”. Coordinates work too: 44.49, 11.34.",
        { text },
      )
    : t("Nothing found: no place begins with “{text}”. Coordinates work too: 44.49, 11.34.", {
        text,
      });

/** Moves the map to a place, which the browser finds by name or coordinates, or to a street, which the host finds. */
export function PlaceSearch() {
  const id = useId();
  const [text, setText] = useState("");
  const [found, setFound] = useState<Found[]>([]);
  const [problem, setProblem] = useState("");
  const newest = useRef("");

  async function search(typed: string): Promise<void> {
    setText(typed);
    newest.current = typed;
    let places: Found[] = [];
    let said = "";
    const isNewest = () => newest.current === typed;
    try {
      places = await find(typed);
      if (hasStreets() && !readCoordinates(typed) && typed.trim().length >= MIN_SEARCH_CHARACTERS) {
        // Places are shown without waiting for the host.
        if (isNewest()) setFound(places.slice(0, MAX_PLACES_BESIDE_STREETS));
        const streets = (await findStreets(typed, isNewest)).map(foundStreet);
        if (streets.length > 0)
          places = [...places.slice(0, MAX_PLACES_BESIDE_STREETS), ...streets];
      }
      if (places.length === 0 && typed.trim().length >= MIN_SEARCH_CHARACTERS)
        said = nothingFoundText(typed.trim());
    } catch {
      said = NOT_LOADED;
    }
    // A slow answer must not replace the answer for a later text.
    if (!isNewest()) return;
    setFound(places);
    setProblem(said);
  }
  async function show({ name, region, center, zoom }: Found): Promise<void> {
    setText([name, region].filter(Boolean).join(", "));
    close();
    (await sharedMap()).jumpTo({ center, zoom });
  }
  function close(): void {
    newest.current = "";
    setFound([]);
    setProblem("");
  }

  return (
    <search class="place-search">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = found;
          if (first) void show(first);
        }}
      >
        <label for={id} class="unseen">
          {t("Go to a place or coordinates")}
        </label>
        <input
          id={id}
          type="search"
          placeholder={t("Go to a place…")}
          autocomplete="off"
          value={text}
          onInput={({ currentTarget }) => void search(currentTarget.value)}
          onKeyDown={({ key }) => key === "Escape" && close()}
        />
        <p role="status" class={problem ? "nothing-found" : "unseen"}>
          {problem}
        </p>
        {found.length > 0 && (
          <ul aria-label={t("Places found")}>
            {found.map((one) => (
              <li key={`${one.name} ${one.center}`}>
                <button type="button" onClick={() => void show(one)}>
                  {one.name} <span class="hint">{one.region}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </form>
    </search>
  );
}

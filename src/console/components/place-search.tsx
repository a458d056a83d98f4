import { useId, useState } from "preact/hooks";
import type { InhabitedPlace } from "../map/base-map-data.ts";
import { findPlaces } from "../map/places.ts";
import { theMap } from "../map/the-map.ts";

const MOST_PLACES = 6;

/** Returns a zoom that shows a city as a whole, and a village with its streets. */
const zoomFor = (inhabitants: number) => (inhabitants > 1e6 ? 10 : inhabitants > 5e4 ? 12 : 13);

/** Moves the map to a place by its name. The search runs in the browser, with the offline map's data. */
export function PlaceSearch() {
  const id = useId();
  const [text, setText] = useState("");
  const [found, setFound] = useState<InhabitedPlace[]>([]);

  async function search(typed: string): Promise<void> {
    setText(typed);
    setFound(await findPlaces(typed, MOST_PLACES).catch(() => []));
  }
  async function show([name, , longitude, latitude, inhabitants]: InhabitedPlace): Promise<void> {
    setText(name);
    setFound([]);
    const map = await theMap();
    map.jumpTo({ center: [longitude, latitude], zoom: zoomFor(inhabitants) });
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
          Go to a place
        </label>
        <input
          id={id}
          type="search"
          placeholder="Go to a place…"
          autocomplete="off"
          value={text}
          onInput={({ currentTarget }) => void search(currentTarget.value)}
          onKeyDown={({ key }) => key === "Escape" && setFound([])}
        />
        {found.length > 0 && (
          <ul aria-label="Places found">
            {found.map((place) => (
              <li key={`${place[2]} ${place[3]}`}>
                <button type="button" onClick={() => void show(place)}>
                  {place[0]} <span class="hint">{place[1]}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </form>
    </search>
  );
}

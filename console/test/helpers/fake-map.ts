import type { Feature, FeatureCollection, LineString, Point, Polygon } from "geojson";
import type { Map as MapLibreMap } from "maplibre-gl";
import "./document.ts";
import { put } from "./browser-state.ts";

put("requestAnimationFrame", { value: setImmediate });
put("cancelAnimationFrame", { value: clearImmediate });

type Place = readonly [longitude: number, latitude: number];

/** Pixels per degree. */
const DEGREE = 100;

/** A map in happy-dom that records what it should draw. All degrees are equally long. Tests point at places. */
export function fakeMap() {
  const canvas = document.createElement("canvas");
  const control = { isEnabled: () => true, enable() {}, disable() {} };
  let middle = 0;
  const followers = new Set<() => void>();
  const shown = new Map<string, Feature[]>();
  const map = {
    version: "5.9.0",
    dragPan: control,
    dragRotate: control,
    doubleClickZoom: control,
    getContainer: () => canvas,
    getCanvas: () => canvas,
    addSource() {},
    addLayer() {},
    removeSource() {},
    removeLayer() {},
    getSource: (id: string) => ({
      setData: ({ features }: FeatureCollection) => void shown.set(id, features),
    }),
    getCenter: () => ({ lng: middle, lat: 0 }),
    project: ({ lng, lat }: { lng: number; lat: number }) => ({
      x: (lng - middle) * DEGREE,
      y: -lat * DEGREE,
    }),
    unproject: ({ x, y }: { x: number; y: number }) => ({
      lng: middle + x / DEGREE,
      lat: -y / DEGREE,
    }),
    on(_: "moveend", follow: () => void) {
      followers.add(follow);
      return { unsubscribe: () => followers.delete(follow) };
    },
  };
  const fire = (type: string, fields: object) =>
    canvas.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), fields));
  const point = (type: string, [lng, lat]: Place) => {
    const { x, y } = map.project({ lng, lat });
    fire(type, { isPrimary: true, button: 0, clientX: x, clientY: y });
  };
  return {
    map: map as unknown as MapLibreMap,
    /** Returns what the map draws, one turn of the event loop after a change. */
    shown: <Kind extends Point | LineString | Polygon>(type: Lowercase<Kind["type"]>) =>
      (shown.get(`td-${type}`) ?? []) as Feature<Kind, Record<string, unknown>>[],
    /** Moves the map to a longitude. */
    moveTo(longitude: number) {
      middle = longitude;
      for (const follow of followers) follow();
    },
    move: (place: Place) => point("pointermove", place),
    /** Taps with a finger, which moves no pointer in between. */
    tap(...places: Place[]) {
      for (const place of places)
        for (const type of ["pointerdown", "pointerup"]) point(type, place);
    },
    click(...places: Place[]) {
      for (const place of places)
        for (const type of ["pointermove", "pointerdown", "pointerup"]) point(type, place);
    },
    /** Clicks with the right button of the mouse. */
    clickOther(place: Place) {
      const { x, y } = map.project({ lng: place[0], lat: place[1] });
      point("pointermove", place);
      for (const type of ["pointerdown", "pointerup", "contextmenu"])
        fire(type, { isPrimary: true, button: 2, clientX: x, clientY: y });
    },
    drag(from: Place, to: Place) {
      for (const type of ["pointermove", "pointerdown"]) point(type, from);
      // A drag takes what lies under its first step, and begins there.
      const step = from.map((degrees, axis) => degrees * 0.98 + (to[axis] as number) * 0.02);
      point("pointermove", step as [number, number]);
      for (const type of ["pointermove", "pointerup"]) point(type, to);
    },
    press(key: string) {
      for (const type of ["keydown", "keyup"]) fire(type, { key });
    },
  };
}

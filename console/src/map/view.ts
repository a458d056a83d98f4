import { storedSignal } from "../state/stored.ts";

/** The visible part of the map, stored so that a reload shows it again. */
export const view = storedSignal("view", { center: [10, 45] as [number, number], zoom: 3 });

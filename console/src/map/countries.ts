import { type Area, type Shape, shapesOf } from "../geo/area.ts";
import { fetchData } from "./fetch-data.ts";

/** Loads the names of the countries. The index of a name is the number of its file. */
export const countryNames = () => fetchData<string[]>("country-names");

/** Loads a country's area, as exact as the offline map. */
export const countryShapes = async (index: number): Promise<Shape[]> =>
  shapesOf(await fetchData<Area>(`country-${index}`));

/** The folder of the offline map's files, which the build names by their content. */
declare const BASE_MAP: string;

/** Returns the URL of a file of the offline map. */
export const addressOfData = (name: string) =>
  new URL(`${BASE_MAP}/${name}.json`, document.baseURI).href;

/** Fetches a file of the offline map. */
export async function fetchData<T>(name: string): Promise<T> {
  const response = await fetch(addressOfData(name));
  if (!response.ok) throw new Error(`The map's ${name} cannot be loaded: ${response.status}.`);
  return await response.json();
}

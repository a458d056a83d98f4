/** Returns the URL of a file of the offline map. */
export const addressOfData = (name: string) =>
  new URL(`base-map/${name}.json`, document.baseURI).href;

/** Fetches a file of the offline map. */
export async function fetchData<T>(name: string): Promise<T> {
  const response = await fetch(addressOfData(name));
  if (!response.ok) throw new Error(`The map's ${name} cannot be loaded: ${response.status}.`);
  return await response.json();
}

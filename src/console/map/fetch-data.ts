/** Fetches a file of the offline map. */
export async function fetchData<T>(name: string): Promise<T> {
  const response = await fetch(new URL(`base-map/${name}.json`, document.baseURI));
  if (!response.ok) throw new Error(`The map's ${name} cannot be loaded: ${response.status}.`);
  return await response.json();
}

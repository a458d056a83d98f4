/** Reads places as WKT writes them: longitude and latitude, with a comma between two places. */
export const wkt = (places: string): [longitude: number, latitude: number][] =>
  places.split(", ").map((place) => {
    const [longitude, latitude] = place.split(" ").map(Number);
    return [longitude as number, latitude as number];
  });

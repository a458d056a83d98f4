/** A street, an address or another thing with a name in the map's file. */
export interface FoundStreet {
  name: string;
  /** The nearest place, which tells streets of one name apart; empty if there is none near. */
  place: string;
  longitude: number;
  latitude: number;
  isAddress: boolean;
}

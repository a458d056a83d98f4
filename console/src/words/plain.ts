/** Removes accents and capitals, which people often do not type. */
export const plain = (text: string) =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

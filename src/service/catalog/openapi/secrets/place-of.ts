/** Identifies a parameter: names of headers have any letter case. */
export const placeOf = (place: string, name: string): string =>
  `${place} ${place === 'header' ? name.toLowerCase() : name}`

/** Tells a model which of its arguments were texts of JSON and were parsed: see `parseStringified`. */
export const describeParsed = (paths: readonly string[]): string =>
  `${paths.map((path) => `\`${path}\``).join(', ')} came as text and was read as JSON: pass objects and lists themselves.`

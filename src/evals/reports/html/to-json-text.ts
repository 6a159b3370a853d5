/** Formats a value as indented JSON; empty if it is absent. */
export const toJsonText = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2)

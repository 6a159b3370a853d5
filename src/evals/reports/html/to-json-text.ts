/** A value as people read it; nothing where there is none. */
export const toJsonText = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2)

/** The values without those that a provider set to null: it no longer has any. */
export const withoutNull = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

/** The own property of a record: external names must not reach the prototype. */
export const ownEntry = <Value>(
  record: Record<string, Value> | undefined,
  key: string,
): Value | undefined => (record && Object.hasOwn(record, key) ? record[key] : undefined)

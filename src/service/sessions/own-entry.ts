/**
 * The entry that a record itself has under a key: names from outside must not reach what every
 * object has.
 */
export const ownEntry = <Value>(
  record: Record<string, Value> | undefined,
  key: string,
): Value | undefined => (record && Object.hasOwn(record, key) ? record[key] : undefined)

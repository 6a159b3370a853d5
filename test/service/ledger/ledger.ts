/** A record that was asked for: what it may be by now. */
export type LedgerRecord = {
  /** In the record itself, so that it is found when nobody said its id. */
  name: string
  /** Undefined: nobody answered, so it may be there or not. */
  id: string | undefined
  /** Its possible states; null: it is not there. One where every write was answered. */
  states: Set<string | null>
  /** Of its last change. */
  version: number
  /** While a write is under way nobody else writes. */
  isBusy: boolean
}

/** What a listing says of one record. */
export type Listed = { id: string; name: string; state: string }

/**
 * Whether what is there is what may be there: every acknowledged change, and of the others all or
 * nothing. Answers with what is wrong.
 */
export const compare = (records: LedgerRecord[], listed: Listed[]): string[] => {
  const byId = new Map(listed.map((entry) => [entry.id, entry]))
  const byName = Map.groupBy(listed, ({ name }) => name)
  const problems = records.flatMap(({ name, id, states }) => {
    const found = id === undefined ? byName.get(name)?.[0] : byId.get(id)
    if (found && found.name !== name) return [`${name} is called ${found.name}`]
    return states.has(found?.state ?? null)
      ? []
      : [
          `${name} (${id ?? 'not acknowledged'}) is ${found?.state ?? 'not there'} instead of ${[...states].join(' or ')}`,
        ]
  })
  const known = new Set(records.map(({ name }) => name))
  const unknown = listed
    .filter(({ name }) => !known.has(name))
    .map(({ name }) => `Nobody asked for ${name}`)
  const twice = [...byName]
    .filter(([, entries]) => entries.length > 1)
    .map(([name, entries]) => `${name} is there ${entries.length} times`)
  return [...problems, ...unknown, ...twice]
}

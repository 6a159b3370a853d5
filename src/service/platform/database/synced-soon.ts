const texts = new Set<string>()

/**
 * A statement whose commit does not wait for the disk on SQLite, where every other one does: the
 * disk gets it at once, in a thread of Node's. It survives the death of the process, and that of the
 * machine after a few milliseconds.
 *
 * For rows that nothing depends on and that are written at every call, where the disk would be most
 * of what a call waits for: the log of calls. Made once for each text, outside of transactions.
 */
export const syncedSoon = (text: string): string => {
  texts.add(text)
  return text
}

export const isSyncedSoon = (text: string): boolean => texts.has(text)

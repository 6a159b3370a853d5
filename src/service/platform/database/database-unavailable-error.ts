/** The database could not be reached, or went away in the middle of a statement: what was asked may work in a moment. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
}

import { SecretsError } from './secrets-error.ts'

/**
 * Reads what is encrypted, or gives `otherwise` where it was damaged: one broken record must not
 * take down a list of others.
 *
 * @example
 * const notes = rows.map((row) => unlessDamaged(() => key.decrypt(row.text, placeOf(row)), (reason) => `(${reason})`))
 */
export const unlessDamaged = <Value, Other>(
  read: () => Value,
  otherwise: (reason: string) => Other,
): Value | Other => {
  try {
    return read()
  } catch (error) {
    if (error instanceof SecretsError) return otherwise(error.message)
    throw error
  }
}

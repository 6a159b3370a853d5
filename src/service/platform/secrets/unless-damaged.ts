import { SecretsError } from './secrets-error.ts'

/**
 * Decrypts a value, or returns `otherwise` if it is damaged: one damaged record must not break a
 * whole list.
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

import { existsSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.env['TEST_DATA'] ?? new URL('../../../shared/data', import.meta.url).pathname

/**
 * Where a collection of public data lies. The collections are too large for the repository: they
 * are looked for in `TEST_DATA`, else beside the checkout. Each test that reads one also has a
 * small committed example of the same kind.
 */
export const collectedData = (name: string): string => join(folder, name)

/** Whether a collection is there; if not, says aloud which proof does not run. */
export const hasCollected = (name: string, proof: string): boolean => {
  if (existsSync(collectedData(name))) return true
  console.warn(
    `Skipped: ${proof}; only the committed example ran. The data is not at ${collectedData(name)} (set TEST_DATA to the folder of collections)`,
  )
  return false
}

const leftOut = new Set((process.env['TEST_DATA_EXCEPT'] ?? '').split(/[\s,]+/))

/**
 * Whether a file of a collection is not to be read now: `TEST_DATA_EXCEPT` names those that are kept
 * aside, as a proof of rules that were made without them.
 */
export const isExcluded = (file: string): boolean => leftOut.has(file)

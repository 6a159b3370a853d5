import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BfclSet } from '../../../../../src/evals/cases/index.ts'
import { collectedData } from '../../../../support/collected-data.ts'

/** Sets of the Berkeley Function Calling Leaderboard, which are not in the repository. */
export const bfclFolder = collectedData('bfcl')

/** The sets of a folder; none where it is absent. */
export const readSets = (folder: string = bfclFolder): BfclSet[] => {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const answers = join(folder, 'possible_answer', name)
      return {
        category: name.replace(/^BFCL_v\d+_/, '').replace('.json', ''),
        questions: readFileSync(join(folder, name), 'utf8'),
        ...(existsSync(answers) && { answers: readFileSync(answers, 'utf8') }),
      }
    })
}

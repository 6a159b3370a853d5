import { PublicError } from '../../../platform/public-error.ts'

/** Why one operation can't become a tool; its message stands in the import's report. */
export class ImportProblem extends PublicError {
  override name = 'ImportProblem'
}

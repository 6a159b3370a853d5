import { PublicError } from '../../../platform/public-error.ts'

/** Why one operation cannot become a tool; the import's report shows its message. */
export class ImportProblem extends PublicError {
  override name = 'ImportProblem'
}

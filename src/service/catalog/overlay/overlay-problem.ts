import { PublicError } from '../../platform/public-error.ts'

/** Why an overlay cannot be applied. */
export class OverlayProblem extends PublicError {
  override name = 'OverlayProblem'
}

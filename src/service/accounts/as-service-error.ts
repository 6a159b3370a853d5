import type { AuthConfig } from '../auth-configs/index.ts'
import { GrantError } from '../auth-schemes/index.ts'
import { ServiceError } from '../service-error.ts'

/** Rethrows the `GrantError` of a provider as an error of the interface. */
export const asServiceError = async <Result>(
  { id, toolkit }: AuthConfig,
  granted: Promise<Result>,
): Promise<Result> =>
  granted.catch((cause: unknown) => {
    if (!(cause instanceof GrantError)) throw cause
    throw new ServiceError(
      'unprocessable',
      `"${toolkit}" could not be connected: ${plainText(cause.message)}`,
      { suggestedFix: nextSteps(id)[cause.kind], cause },
    )
  })

/**
 * One line of plain text, safe in a page, a log and a database.
 */
export const plainText = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 500)
    .toWellFormed()

const nextSteps = (authConfig: string): Record<GrantError['kind'], string> => ({
  denied: 'Check the values that were given, and try again',
  lost: 'Check the values that were given, and try again',
  unavailable: 'Try again in a while',
  misconfigured: `Correct the auth config ${authConfig}, or the application at the provider`,
})

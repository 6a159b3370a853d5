import type { ImportWarning as PublishedWarning } from '../../contract/toolkits.ts'

/**
 * The codes of warnings in import reports, which clients depend on: rule 9.18 explains each. The
 * meaning of a code never changes; new ones are appended.
 */
const warningCodes = [
  'no_server',
  'plain_http',
  'placeholder_host',
  'sandbox_host',
  'no_credentials',
  'combined_security',
  'undeclared_credential',
  'open_operations',
  'missing_token_url',
  'closed_schema',
  'issuer_unreachable',
  'recipe_unmatched',
] as const

type WarningCode = (typeof warningCodes)[number]

/** A warning of an importer; its texts are plain and bounded. */
export type ImportWarning = Pick<PublishedWarning, 'message' | 'fix'> & { code: WarningCode }

/**
 * Unless these are fixed, tools fail, or are called without the credential that their API requires.
 */
const blockingCodes: ReadonlySet<WarningCode> = new Set([
  'no_server',
  'plain_http',
  'placeholder_host',
  'no_credentials',
  'undeclared_credential',
  'open_operations',
  'missing_token_url',
  'closed_schema',
])

/** Importers report each problem once, so this is never reached in practice. */
const warningsAtMost = 100

/** The warnings in reports and versions: blocking ones first, otherwise in their order. */
export const rankWarnings = (warnings: ImportWarning[]): PublishedWarning[] => {
  const ranked = warnings.map((warning) => ({
    ...warning,
    blocking: blockingCodes.has(warning.code),
  }))
  return [
    ...ranked.filter(({ blocking }) => blocking),
    ...ranked.filter(({ blocking }) => !blocking),
  ].slice(0, warningsAtMost)
}

/** Whether a toolkit with these warnings can be used. */
export const verdictOf = (
  warnings: readonly Pick<PublishedWarning, 'blocking'>[],
): 'ready' | 'incomplete' => (warnings.some(({ blocking }) => blocking) ? 'incomplete' : 'ready')

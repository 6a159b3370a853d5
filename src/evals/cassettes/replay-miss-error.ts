import { describeDifferences } from './describe-differences.ts'
import type { ModelRequest } from './model-request.ts'

/** There is no recording of the request, and recording is disabled. */
export class ReplayMissError extends Error {
  override name = 'ReplayMissError'
}

const nextStep = 'Record it with the mode "auto"'

export const missingResponse = (
  request: ModelRequest,
  key: string,
  nearest: { key: string; request: ModelRequest } | undefined,
): ReplayMissError => {
  const what = `No recorded answer of "${request.model}" (model-${key}.json)`
  if (!nearest)
    return new ReplayMissError(`${what}: the folder holds no recordings of models. ${nextStep}`)
  const lines = describeDifferences(nearest.request, request)
  // Trials of the same request differ only in their number.
  const differences =
    lines.length === 0
      ? 'which answers another trial of the same request'
      : `which differs in:\n${lines.map((line) => `- ${line}`).join('\n')}`
  return new ReplayMissError(
    `${what}. The nearest is model-${nearest.key}.json, ${differences}\n${nextStep}`,
  )
}

export const missingResult = (
  call: { tool: string; arguments: unknown },
  key: string,
): ReplayMissError =>
  new ReplayMissError(
    `No recorded result of ${call.tool} for ${JSON.stringify(call.arguments)} (result-${key}.json). ${nextStep}, or give the case a mock of ${call.tool}`,
  )

export const missingTools = (wanted: unknown, key: string): ReplayMissError =>
  new ReplayMissError(
    `No recorded tools for ${JSON.stringify(wanted)} (tools-${key}.json). ${nextStep} and a service`,
  )

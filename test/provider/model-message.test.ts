import { expect, test } from 'vitest'
import { PlugboardError } from '../../src/index.ts'
import { failedResult } from '../../src/provider/tools/tool-result.ts'
import { verifies } from '../requirements.ts'

test.each<[PlugboardError, RegExp]>([
  [
    new PlugboardError('timeout', 'POST /x: no answer within 5 ms', {
      suggestedFix: 'Pass a longer timeoutMs',
    }),
    /may have had an effect/,
  ],
  [
    new PlugboardError('network', 'POST /x: no answer from http://127.0.0.1:1'),
    /could not be reached/,
  ],
  [
    new PlugboardError('not_found', 'No session "a"', {
      suggestedFix: 'Create one with POST /api/v3/tool_router/session',
    }),
    /^No session "a"$/,
  ],
  [
    new PlugboardError('not_found', 'No tool "a"', { suggestedFix: 'Check the spelling' }),
    /^No tool "a"\. Check the spelling$/,
  ],
])('a model reads no advice for developers: %s', (error, text) => {
  verifies('errors.for-models')
  expect(failedResult(error).error).toMatch(text)
  expect(failedResult(error).error).not.toMatch(/timeoutMs|POST|127\.0\.0\.1/)
})

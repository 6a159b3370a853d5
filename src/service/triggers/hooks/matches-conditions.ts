import type { HookCondition } from '../../../contract/import-trigger-handshake.ts'
import type { TemplateValues } from '../requests/fill-template.ts'
import { expectedValues } from '../requests/expected-values.ts'
import { isOneOf } from '../requests/select-path.ts'
import { valueAt, type HookRequest } from './hook-request.ts'

/**
 * Whether a request matches all conditions. A condition on a configuration value that is not set
 * always matches.
 */
export const matchesConditions = (
  request: HookRequest,
  conditions: HookCondition[] = [],
  values: TemplateValues,
): boolean =>
  conditions.every((condition) => {
    const expected = expectedValues(condition.equals, values)
    return expected === 'anything' || isOneOf(valueAt(request, condition), expected)
  })

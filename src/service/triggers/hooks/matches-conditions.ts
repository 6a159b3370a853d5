import type { HookCondition } from '../../../contract/import-trigger-handshake.ts'
import type { TemplateValues } from '../requests/fill-template.ts'
import { fillWanted } from '../requests/fill-wanted.ts'
import { fits } from '../requests/select-path.ts'
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
    const wanted = fillWanted(condition.equals, values)
    return wanted === 'anything' || fits(valueAt(request, condition), wanted)
  })

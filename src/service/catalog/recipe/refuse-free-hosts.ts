import { ServiceError } from '../../service-error.ts'
import type { ToolkitDefinition } from '../definitions.ts'
import { freeHostVariables } from '../free-host-variables.ts'

/**
 * Refuses a look-up whose answer could name any host: whoever writes the answer would receive the
 * credentials of all users.
 */
export const refuseFreeHosts = (toolkit: ToolkitDefinition): void => {
  const free = freeHostVariables(toolkit)
  const problems = (toolkit.account?.look_ups ?? []).flatMap(({ set }, index) =>
    Object.keys(set)
      .filter((name) => free.has(name))
      .map((name) => `recipe.account.look_ups.${index}.set.${name}`),
  )
  if (problems.length === 0) return
  throw new ServiceError(
    'invalid_request',
    'The recipe lets an answer of the API choose the host that credentials are sent to',
    {
      suggestedFix:
        'Give the value a field in `auth` with a `pattern` that keeps the domain, such as "https://*.example.com", or with `one_of`; or write the domain in the base URL',
      errors: problems.map((at) => `${at}: could be any host`),
    },
  )
}

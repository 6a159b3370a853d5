import type { ImportTrigger } from '../../contract/import-triggers.ts'
import { ServiceError } from '../service-error.ts'
import type { TriggerTypeDefinition } from './definitions.ts'
import { toSlugPrefix } from './possible-owners.ts'

/**
 * The trigger types of an import; throws for duplicate slugs and for slugs without the toolkit's
 * prefix.
 */
export const toTriggerTypes = (
  toolkit: string,
  triggers: ImportTrigger[] = [],
  /** Where they stand in the request, for messages. */
  at = 'body.triggers',
): TriggerTypeDefinition[] => {
  const prefix = `${toSlugPrefix(toolkit)}_`
  const problems = triggers.flatMap(({ slug }, index) => [
    ...(slug.startsWith(prefix) ? [] : [`${at}.${index}.slug: must begin with "${prefix}"`]),
    ...(triggers.findIndex((other) => other.slug === slug) < index
      ? [`${at}.${index}.slug: "${slug}" is repeated`]
      : []),
  ])
  if (problems.length === 0) return triggers
  throw new ServiceError('invalid_request', 'A trigger type of the import is not valid', {
    suggestedFix:
      'Correct what `errors` lists: each trigger type has a unique slug, which begins with that of the toolkit',
    errors: problems,
  })
}

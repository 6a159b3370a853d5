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
): TriggerTypeDefinition[] => {
  const prefix = `${toSlugPrefix(toolkit)}_`
  const problems = triggers.flatMap(({ slug }, index) => [
    ...(slug.startsWith(prefix)
      ? []
      : [`body.triggers.${index}.slug: must begin with "${prefix}"`]),
    ...(triggers.findIndex((other) => other.slug === slug) < index
      ? [`body.triggers.${index}.slug: "${slug}" is there twice`]
      : []),
  ])
  if (problems.length === 0) return triggers
  throw new ServiceError('invalid_request', 'A trigger type of the import is not valid', {
    suggestedFix:
      'Correct what `errors` names: each trigger type has a slug of its own, which begins with that of the toolkit',
    errors: problems,
  })
}

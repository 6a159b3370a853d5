import { ServiceError } from '../../service-error.ts'
import type { ToolkitDefinition } from '../definitions.ts'
import type { catalogStore } from '../store.ts'

/**
 * Another toolkit claimed slugs between their assignment and the transaction: assign them again.
 */
export class SlugsTakenError extends Error {}

/** Makes a toolkit the owner of its slugs; throws for a slug that another toolkit owns. */
export const claimSlugs = async (
  store: ReturnType<typeof catalogStore>,
  projectId: string,
  { slug: toolkit, tools, triggers }: Pick<ToolkitDefinition, 'slug' | 'tools' | 'triggers'>,
): Promise<void> => {
  for (const [kind, entries] of [
    ['tool', tools],
    ['trigger', triggers],
  ] as const) {
    const slugs = entries.map(({ slug }) => slug)
    await store.claimSlugs(projectId, kind, toolkit, slugs)
    const taken = [...(await store.findSlugOwners(projectId, kind, slugs))].find(
      ([, owner]) => owner !== toolkit,
    )
    if (!taken) continue
    const [slug, owner] = taken
    const message = `The ${kind} slug "${slug}" belongs to the toolkit "${owner}"`
    if (kind === 'tool') throw new SlugsTakenError(message)
    throw new ServiceError('invalid_request', message, {
      suggestedFix: 'Give the trigger type another slug',
    })
  }
}

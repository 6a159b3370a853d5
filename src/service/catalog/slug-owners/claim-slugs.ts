import { ServiceError } from '../../service-error.ts'
import type { ToolDefinition, ToolkitDefinition } from '../definitions.ts'
import type { catalogStore } from '../store.ts'
import { toSlugRows } from './to-slug-rows.ts'

/**
 * Another toolkit claimed slugs between their assignment and the transaction: assign them again.
 */
export class SlugsTakenError extends Error {}

type NamedToolkit = Pick<ToolkitDefinition, 'slug' | 'triggers'> & {
  tools: readonly Pick<ToolDefinition, 'slug' | 'operation'>[]
}

/**
 * Makes a toolkit the owner of its slugs, and those that its tools had before their aliases; throws
 * for a slug that another toolkit owns.
 */
export const claimSlugs = async (
  store: ReturnType<typeof catalogStore>,
  projectId: string,
  { slug: toolkit, tools, triggers }: NamedToolkit,
  { isNew }: { isNew: boolean },
): Promise<void> => {
  const former = await store.listSlugsOf(projectId, toolkit)
  await store.saveSlugs(toSlugRows({ projectId, toolkit, isNew }, former, tools))
  await store.saveSlugs(
    [...new Set(triggers.map(({ slug }) => slug))].map((slug) => ({
      project_id: projectId,
      kind: 'trigger',
      slug,
      toolkit_slug: toolkit,
      operation: null,
      renamed_to: null,
    })),
  )
  for (const [kind, entries] of [
    ['tool', tools],
    ['trigger', triggers],
  ] as const) {
    const slugs = entries.map(({ slug }) => slug)
    const taken = [...(await store.findSlugOwners(projectId, kind, slugs))].find(
      ([, owner]) => owner !== toolkit,
    )
    if (!taken) continue
    const [slug, owner] = taken
    const message = `The ${kind} slug "${slug}" belongs to the toolkit "${owner}"`
    if (kind === 'tool') throw new SlugsTakenError(message)
    throw new ServiceError('invalid_request', message, {
      suggestedFix: 'Rename the trigger type',
    })
  }
}

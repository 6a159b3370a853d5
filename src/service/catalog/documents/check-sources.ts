import type { Recipe } from '../../../contract/recipe/recipe.ts'
import type { DescriptionCache } from '../../descriptions/index.ts'
import type { Project } from '../../endpoint/index.ts'
import type { ByteBudget } from '../../platform/byte-budget.ts'
import { createFairQueue } from '../../platform/fair-queue.ts'
import type { Outbound } from '../../platform/outbound/index.ts'
import { PublicError } from '../../platform/public-error.ts'
import type { TextParser } from '../../platform/untrusted-text/index.ts'
import type { DescriptionSource } from '../definitions.ts'
import { fetchDescriptionText, isNoDescription, parseOfficial } from './official-text.ts'
import { parseDocument } from './parse-document.ts'
import { parseSchema } from './parse-schema.ts'

type Parts = {
  outbound: Outbound
  descriptions: DescriptionCache
  texts: TextParser
  bytes: ByteBudget
}

type Checked = {
  toolkit: string
  recipe: Pick<Recipe, 'description'>
  sources: readonly DescriptionSource[]
}

/** Whether a description is still what a toolkit was made of, or why that is not known. */
export type SourceState = { state: 'current' | 'changed' } | { state: 'unknown'; problem: string }

const limits = { concurrency: 8, concurrencyPerOwner: 4, waiting: 200, waitMs: 60_000 }
/** Of all files of one toolkit. */
const timeoutMs = 20_000

/**
 * Asks official addresses whether they hold something else than what a toolkit was made of.
 *
 * Only those that the recipe names may redirect: a file that they refer to must stay where it is.
 */
export const createSourceCheck = ({ outbound, descriptions, texts, bytes }: Parts) => {
  const inTurn = createFairQueue({ work: 'checks of descriptions', ...limits })

  const parseAt = (address: string, { recipe: { description } }: Checked) => {
    if (description.kind === 'graphql') return (body: Uint8Array) => parseSchema(texts, body)
    return description.urls.includes(address)
      ? (body: Uint8Array) => parseOfficial(texts, body)
      : (body: Uint8Array) => parseDocument(texts, body, isNoDescription)
  }

  const hasChanged = async (
    project: Project,
    checked: Checked,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const { toolkit, recipe, sources } = checked
    const egress = { purpose: 'import', projectId: project.id, toolkit } as const
    const lease = bytes.open(project.id)
    try {
      for (const { address, sha256 } of sources) {
        const given = { egress, signal, takeBytes: lease.take }
        const redirects = recipe.description.urls.includes(address) ? {} : { maxRedirects: 0 }
        const now = await descriptions.check(address, {
          send: (headers) =>
            fetchDescriptionText(outbound, address, { ...given, ...redirects, headers }),
          parse: parseAt(address, checked),
        })
        if (now !== sha256) return true
      }
      return false
    } finally {
      lease.release()
    }
  }

  return async (project: Project, checked: Checked, signal: AbortSignal): Promise<SourceState> => {
    try {
      const isChanged = await inTurn(project.id, signal, () =>
        hasChanged(project, checked, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])),
      )
      return { state: isChanged ? 'changed' : 'current' }
    } catch (error) {
      if (!(error instanceof PublicError)) throw error
      return { state: 'unknown', problem: error.message }
    }
  }
}

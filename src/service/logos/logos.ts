import { timestamp, type Clock } from '../platform/clock.ts'
import type { Database, Handle } from '../platform/database/index.ts'
import type { Outbound } from '../platform/outbound/index.ts'
import { fetchLogo, type FetchedLogo, type Logo } from './fetch-logo.ts'
import { logoStore, type LogoOwner } from './store.ts'

export type Logos = ReturnType<typeof createLogoRules>

type Parts = { database: Database; outbound: Outbound; clock: Clock }

const hashForm = /^[\w-]{43}$/

/**
 * Keeps copies of the logos of projects and toolkits. A logo is fetched once, when it is set, so
 * that its server does not see who looks at it.
 */
export const createLogoRules = ({ database, outbound, clock }: Parts) => ({
  fetch: (owner: LogoOwner, url: string, signal?: AbortSignal): Promise<FetchedLogo> =>
    fetchLogo(outbound, url, { egress: { purpose: 'import', ...owner }, signal }),

  /**
   * Keeps a toolkit's logos until the toolkit is deleted, because earlier versions of it still use
   * theirs.
   */
  store: async (transaction: Handle, owner: LogoOwner, logo: Logo): Promise<void> => {
    await logoStore(transaction).upsert({
      hash: logo.hash,
      project_id: owner.projectId,
      toolkit_slug: owner.toolkit ?? '',
      content_type: logo.contentType,
      content: Buffer.from(logo.content).toString('base64'),
      created_at: timestamp(clock),
    })
  },

  /** Deletes the project's logos except this one. */
  deleteOthers: (transaction: Handle, projectId: string, logo: Logo | undefined) =>
    logoStore(transaction).deleteOthers(projectId, logo?.hash),

  find: async (hash: string) => {
    const row = hashForm.test(hash) && (await logoStore(database.handle).find(hash))
    if (!row) return undefined
    return { contentType: row.content_type, content: Buffer.from(row.content, 'base64') }
  },
})

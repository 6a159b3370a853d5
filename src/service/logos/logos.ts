import { timestamp, type Clock } from '../platform/clock.ts'
import type { Database, Handle } from '../platform/database/index.ts'
import type { Outbound } from '../platform/outbound/index.ts'
import { checkImage, type FetchedLogo, type Logo } from './check-image.ts'
import { drawIcon, drawLetter } from './draw-logo.ts'
import { fetchLogo } from './fetch-logo.ts'
import { createIcons } from './icons.ts'
import { logoStore, type LogoOwner } from './store.ts'

export type Logos = ReturnType<typeof createLogoRules>

type Parts = {
  database: Database
  outbound: Outbound
  clock: Clock
  /** Drawings that are served before any toolkit has them. */
  findDrawn: (hash: string) => Promise<Logo | undefined>
}

const hashForm = /^[\w-]{43}$/

/**
 * Keeps copies of the logos of projects and toolkits. A logo is fetched once, when it is set, so
 * that its server does not see who looks at it.
 */
export const createLogoRules = ({ database, outbound, clock, findDrawn }: Parts) => {
  const icons = createIcons()

  return {
    fetch: (owner: LogoOwner, url: string, signal?: AbortSignal): Promise<FetchedLogo> =>
      fetchLogo(outbound, url, { egress: { purpose: 'import', ...owner }, signal }),

    /** An icon of the catalogue; undefined where none has this name. */
    drawIcon: async (name: string): Promise<FetchedLogo | undefined> => {
      const icon = await icons.find(name)
      return icon && checkImage(Buffer.from(drawIcon(icon)))
    },

    /** For a toolkit without an icon. */
    drawLetter: (slug: string): FetchedLogo => checkImage(Buffer.from(drawLetter(slug))),

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
      if (!hashForm.test(hash)) return undefined
      const row = await logoStore(database.handle).find(hash)
      if (row) return { contentType: row.content_type, content: Buffer.from(row.content, 'base64') }
      const drawn = await findDrawn(hash)
      return drawn && { contentType: drawn.contentType, content: Buffer.from(drawn.content) }
    },
  }
}

import type { KnownSlugs } from '../slug-owners/assign-unowned.ts'
import type { AuthSchemeDefinition } from '../../auth-schemes/index.ts'
import type { DiscoverIssuer } from './auth/read-issuer.ts'
import type { DescriptionFiles } from './document/description-files.ts'
import { ImportProblem } from './document/import-problem.ts'
import { isReservedSlug } from '../reserved-slug.ts'
import type { ServerOptions } from './operation/read-servers.ts'
import type { Selection } from './select-operations.ts'

export type ImportOptions = Selection &
  ServerOptions &
  KnownSlugs & {
    slug: string
    name?: string
    /** The other files of the description, which is changed then. Default: it has none. */
    files?: DescriptionFiles
    /** More descriptions of the same toolkit. */
    others?: { description: unknown; files?: DescriptionFiles; sourceUrl?: string }[]
    /** Corrects each description before it is read. */
    correct?: (description: unknown) => Promise<unknown>
    /** Replaces the security schemes of the description. */
    auth?: AuthSchemeDefinition[]
    /** Patterns of the operations that `auth` is for, as in `include`; without any, all are. */
    authAppliesTo?: string[]
    /** Reads what an OpenID provider publishes. Default: it is read when accounts are connected. */
    discoverIssuer?: DiscoverIssuer
    onProgress?: (done: number, total: number) => void
  }

/** Throws for options that the importer cannot use. */
export const checkOptions = ({ slug, baseUrl }: ImportOptions): void => {
  if (!/^[a-z0-9][a-z0-9_-]{0,39}$/.test(slug)) {
    throw new ImportProblem(
      `"${slug}" can't be a toolkit slug: lower-case letters, digits, "_" and "-", at most 40`,
    )
  }
  if (isReservedSlug(slug))
    throw new ImportProblem(`The toolkit slug "${slug}" is reserved; choose another`)
  if (
    baseUrl !== undefined &&
    !/^https?:$/.test(URL.canParse(baseUrl) ? new URL(baseUrl).protocol : '')
  ) {
    throw new ImportProblem(`The base URL "${baseUrl}" is not an absolute http(s) address`)
  }
}

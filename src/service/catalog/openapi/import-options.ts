import type { FindOwners } from '../slug-owners/assign-unowned.ts'
import type { AuthSchemeDefinition } from '../../auth-schemes/index.ts'
import { ImportProblem } from './document/import-problem.ts'
import { isReservedSlug } from '../reserved-slug.ts'
import type { ServerOptions } from './operation/read-servers.ts'
import type { Selection } from './select-operations.ts'
import type { PreviousSlug } from './slugs/assign-slugs.ts'

export type ImportOptions = Selection &
  ServerOptions & {
    slug: string
    name?: string
    /** Replaces the security schemes of the description. */
    auth?: AuthSchemeDefinition[]
    /** The slugs of the previous import, which are kept. */
    previous?: PreviousSlug[]
    /** Returns the slugs that belong to other toolkits. Default: none. */
    findOwners?: FindOwners
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

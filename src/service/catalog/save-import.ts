import type { Project } from '../endpoint/index.ts'
import type { Handle } from '../platform/database/index.ts'
import type { FetchedLogo, Logos } from '../logos/index.ts'
import { ServiceError } from '../service-error.ts'
import { applyImport, applyRefresh, type PreviousImport } from './apply-import.ts'
import type { ToolkitDefinition } from './definitions.ts'
import type { ImportRequest } from './import-request.ts'
import { isMcpImport } from './mcp/sealed-request.ts'

type Parts = { logos: Logos } & Parameters<typeof applyRefresh>[0]

type Importing = {
  request: ImportRequest
  isRefresh: boolean
  previous: PreviousImport | undefined
  fetched: FetchedLogo | undefined
}

/** Saves what an import made, as the next version or as changes that wait. */
export const saveImport = async (
  parts: Parts,
  transaction: Handle,
  project: Project,
  { request, isRefresh, previous, fetched }: Importing,
  complete: ToolkitDefinition,
) => {
  const owner = { projectId: project.id, toolkit: request.slug }
  if (fetched && 'logo' in fetched) await parts.logos.store(transaction, owner, fetched.logo)
  return previous && isRefresh
    ? applyRefresh(parts, transaction, project, request, previous, complete)
    : applyImport(parts, transaction, project, previous, complete, { isShared: isShared(request) })
}

export const notAsShown = (slug: string) =>
  new ServiceError(
    'conflict',
    `The toolkit "${slug}" would not be the one of the preview: its description or server has changed since. Preview it again`,
  )

/** What an MCP server lists may differ from account to account. */
export const isShared = (request: ImportRequest): boolean =>
  request.official !== undefined && !isMcpImport(request)

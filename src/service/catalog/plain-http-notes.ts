import type { Outbound } from '../platform/outbound/index.ts'
import { publicMessage } from '../platform/public-error.ts'
import type { ToolkitDefinition } from './definitions.ts'
import { withServers } from './save-version.ts'
import { serversOf } from './toolkit-servers.ts'

const notedAtMost = 20

/** Notes on servers that get no credential, since plain http would expose it. */
export const plainHttpNotes = async (
  outbound: Pick<Outbound, 'check'>,
  projectId: string,
  toolkit: ToolkitDefinition,
): Promise<string[]> => {
  if (toolkit.authSchemes.length === 0) return []
  const egress = {
    purpose: toolkit.mcp ? 'mcp' : 'tool',
    projectId,
    toolkit: toolkit.slug,
  } as const
  const origins = new Set(
    serversOf(withServers(toolkit)).flatMap(({ url }) => plainOrigin(url) ?? []),
  )
  const notes = await Promise.all(
    [...origins].slice(0, notedAtMost).map((url) =>
      outbound.check({ egress, url, hasCredentialInUrl: true }).then(
        () => [],
        (error: unknown) => [
          `No credential is sent to ${url}: ${publicMessage(error, 'its address is refused')}`,
        ],
      ),
    ),
  )
  return notes.flat()
}

/** Undefined when an account fills a part of the host. */
const plainOrigin = (address: string): string | undefined => {
  const [origin] = /^http:\/\/[^/?#{}]+(?=[/?#]|$)/i.exec(address) ?? []
  return origin && URL.parse(origin)?.origin
}

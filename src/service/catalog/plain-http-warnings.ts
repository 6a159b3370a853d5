import type { ImportWarning } from './import-warning.ts'
import type { Outbound } from '../platform/outbound/index.ts'
import { publicMessage } from '../platform/public-error.ts'
import type { ToolkitDefinition } from './definitions.ts'
import { withServers } from './contents/with-servers.ts'
import { serversOf } from './toolkit-servers.ts'

const warnedAtMost = 20

/** Warns about servers that receive no credential, because plain http would expose it. */
export const plainHttpWarnings = async (
  outbound: Pick<Outbound, 'check'>,
  projectId: string,
  toolkit: ToolkitDefinition,
): Promise<ImportWarning[]> => {
  if (toolkit.authSchemes.length === 0) return []
  const egress = {
    purpose: toolkit.mcp ? 'mcp' : 'tool',
    projectId,
    toolkit: toolkit.slug,
  } as const
  const origins = new Set(
    serversOf(withServers(toolkit)).flatMap(({ url }) => plainOrigin(url) ?? []),
  )
  const warnings = await Promise.all(
    [...origins].slice(0, warnedAtMost).map((url) =>
      outbound.check({ egress, url, hasCredentialInUrl: true }).then(
        () => [],
        (error: unknown) => [
          {
            code: 'plain_http' as const,
            message: `No credential is sent to ${url}: ${publicMessage(error, 'its address is refused')}`,
            fix: `Import again with \`base_url\` (--base-url) ${url.replace(/^http:/, 'https:')} and its path, if the API is served there`,
          },
        ],
      ),
    ),
  )
  return warnings.flat()
}

/** Undefined if an account's value is part of the host. */
const plainOrigin = (address: string): string | undefined => {
  const [origin] = /^http:\/\/[^/?#{}]+(?=[/?#]|$)/i.exec(address) ?? []
  return origin && URL.parse(origin)?.origin
}

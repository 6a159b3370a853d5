import { LRUCache } from 'lru-cache'
import { ServiceError } from '../../service-error.ts'

const loopback = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Refuses what a web page sends by way of somebody's browser: another name than the service's own
 * in `Host`, or another origin.
 *
 * `ownUrls`: where the service is reached, and where it listens; `origins`: whose pages the
 * operator lets in.
 */
export const refuseForeign = (
  header: (name: string) => string | undefined,
  ownUrls: string[],
  origins: readonly string[],
): void => {
  const hosts = hostsOfAll(ownUrls)
  const host = header('host')?.toLowerCase() ?? ''
  if (!hosts.has(host)) {
    throw new ServiceError('forbidden', `The service is not reached as "${host.slice(0, 200)}"`, {
      suggestedFix: `Use ${ownUrls[0]}; behind a proxy, have it pass the Host header on, and set PLUGBOARD_PUBLIC_URL to the address that clients use`,
    })
  }
  const origin = header('origin')
  if (origin !== undefined && !isOwnOrigin(origin, hosts) && !origins.includes(origin)) {
    throw new ServiceError(
      'forbidden',
      `Pages of "${origin.slice(0, 200)}" may not use this endpoint`,
      {
        suggestedFix:
          'Call it from a program, without an Origin header, or have the operator list the origin in PLUGBOARD_CORS_ORIGINS',
      },
    )
  }
}

/** They are asked for with every message and hardly ever change. */
const known = new LRUCache<string, ReadonlySet<string>>({ max: 10 })

const hostsOfAll = (urls: string[]): ReadonlySet<string> => {
  const key = urls.join(' ')
  const hosts = known.get(key) ?? new Set(urls.flatMap(hostsOf))
  known.set(key, hosts)
  return hosts
}

/** The name loopback has in a URL is as good as its numbers: no page of a stranger has it. */
const hostsOf = (url: string): string[] => {
  if (!URL.canParse(url)) return []
  const { host, hostname, port } = new URL(url)
  return loopback.includes(hostname) || hostname === '0.0.0.0' || hostname === '[::]'
    ? [host, ...loopback.map((name) => (port ? `${name}:${port}` : name))]
    : [host]
}

const isOwnOrigin = (origin: string, hosts: ReadonlySet<string>): boolean =>
  URL.canParse(origin) &&
  /^https?:$/.test(new URL(origin).protocol) &&
  hosts.has(new URL(origin).host)

import { LRUCache } from 'lru-cache'
import { ServiceError } from '../../service-error.ts'

const loopback = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Rejects requests that a web page sends through somebody's browser: with another `Host` than the
 * service's, or another origin.
 *
 * `ownUrls`: the public address, and the address that the service listens on; `origins`: those that
 * the operator allows.
 */
export const rejectForeignOrigin = (
  header: (name: string) => string | undefined,
  ownUrls: string[],
  origins: readonly string[],
): void => {
  const hosts = hostsOfAll(ownUrls)
  const host = header('host')?.toLowerCase() ?? ''
  if (!hosts.has(host)) {
    throw new ServiceError('forbidden', `The service is not reached as "${host.slice(0, 200)}"`, {
      suggestedFix: `Use ${ownUrls[0]}; behind a proxy, configure it to forward the Host header, and set PLUGBOARD_PUBLIC_URL to the address that clients use`,
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

/** Cached, because they are needed for every message and rarely change. */
const known = new LRUCache<string, ReadonlySet<string>>({ max: 10 })

const hostsOfAll = (urls: string[]): ReadonlySet<string> => {
  const key = urls.join(' ')
  const hosts = known.get(key) ?? new Set(urls.flatMap(hostsOf))
  known.set(key, hosts)
  return hosts
}

/** The name of loopback is equivalent to its address: no foreign page has it. */
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

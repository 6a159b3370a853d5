import type { X509Certificate } from 'node:crypto'
import type { JWTVerifyGetKey } from 'jose'
import { LRUCache } from 'lru-cache'
import { hourMs, type Clock } from '../../../platform/clock.ts'
import { OutboundError, type Outbound } from '../../../platform/outbound/index.ts'
import type { Authorities } from './authorities.ts'
import { createKeySet } from './key-set.ts'
import { KeysUnavailable } from './known.ts'
import { parseCertificates } from './parse-certificates.ts'
import { isComplete, trustedKey } from './trusted-key.ts'

/** The project and toolkit that keys are fetched for: the addresses that they may reach differ. */
export type Owner = { projectId: string; toolkit: string }

type CertificateRequest = { url: URL; subject: string; issuerHosts: string[] }

/** Keys that providers publish, fetched when they are needed, and cached. */
export type ProviderKeys = {
  /** The JSON Web Key Set at an address; getting a key from it can throw `KeysUnavailable`. */
  keySet(owner: Owner, url: string): Promise<JWTVerifyGetKey>
  /**
   * The public key (SubjectPublicKeyInfo) of the certificate at an address, if it was issued to
   * this subject by a trusted authority and is valid now; else what is wrong with it. Throws
   * `KeysUnavailable`.
   */
  certificate(owner: Owner, request: CertificateRequest): Promise<Uint8Array<ArrayBuffer> | string>
}

type Parts = { outbound: Outbound; clock: Clock; authorities: Authorities }

const maximumCached = 200
const certificateMs = hourMs
/** A failure is cached for this time; providers repeat their deliveries. */
const failureMs = 10_000
/** Requests to one host for one project and toolkit, which forged deliveries cannot exceed. */
const maximumPerMinute = 20
const timeoutMs = 5_000
const maximumBytes = 64 * 1024
const maximumIssuers = 3

export const createProviderKeys = ({ outbound, clock, authorities }: Parts): ProviderKeys => {
  const counts = new LRUCache<string, { fetched: number }>({ max: maximumCached, ttl: 60_000 })
  const keySets = new LRUCache<string, Promise<JWTVerifyGetKey>>({ max: maximumCached })
  const files = new LRUCache<string, Promise<Uint8Array>>({ max: maximumCached })

  const fetchFile = async (owner: Owner, url: string): Promise<Uint8Array> => {
    const { host } = new URL(url)
    const counter = JSON.stringify([owner.projectId, owner.toolkit, host])
    const count = counts.get(counter) ?? { fetched: 0 }
    if (count.fetched === 0) counts.set(counter, count)
    count.fetched += 1
    if (count.fetched > maximumPerMinute)
      throw new KeysUnavailable(
        `More than ${maximumPerMinute} keys were requested from ${host} in a minute`,
      )
    const response = await outbound
      .send({
        egress: { purpose: 'tool', ...owner },
        url,
        method: 'GET',
        timeoutMs,
        maxResponseBytes: maximumBytes,
        maxRedirects: 0,
      })
      .catch((cause: unknown) => {
        throw cause instanceof OutboundError ? new KeysUnavailable(cause.message, { cause }) : cause
      })
    if (response.status === 200) return response.body
    throw new KeysUnavailable(`${host} answered ${response.status} instead of a key`)
  }

  const readFile = (owner: Owner, url: string): Promise<Uint8Array> => {
    const key = JSON.stringify([owner.projectId, owner.toolkit, url])
    const known = files.get(key)
    if (known) return known
    const reading = fetchFile(owner, url)
    files.set(key, reading, { ttl: certificateMs })
    reading.catch(() => files.set(key, reading, { ttl: failureMs }))
    return reading
  }

  /** The certificates at an address, and those above them that it leaves out. */
  const readChain = async (
    owner: Owner,
    { url, subject, issuerHosts }: CertificateRequest,
  ): Promise<X509Certificate[]> => {
    const chain = parseCertificates(await readFile(owner, url.href))
    for (let fetched = 0; fetched < maximumIssuers; fetched += 1) {
      if (isComplete(chain, subject, authorities)) break
      const address = issuerAddress(chain.at(-1), issuerHosts)
      const [issuer] =
        address === undefined ? [] : parseCertificates(await readFile(owner, address))
      if (!issuer) break
      chain.push(issuer)
    }
    return chain
  }

  return {
    keySet: (owner, url) => {
      const key = JSON.stringify([owner.projectId, owner.toolkit, url])
      const known = keySets.get(key) ?? createKeySet(url, () => fetchFile(owner, url))
      keySets.set(key, known)
      return known
    },
    certificate: async (owner, request) =>
      trustedKey(await readChain(owner, request), request.subject, {
        authorities,
        now: clock.now(),
      }),
  }
}

/** The address of the issuer's certificate. Plain http is usual and safe: the chain is verified. */
const issuerAddress = (
  certificate: X509Certificate | undefined,
  hosts: string[],
): string | undefined => {
  const [, address = ''] = /^CA Issuers - URI:(\S+)$/m.exec(certificate?.infoAccess ?? '') ?? []
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  const isFetchable =
    ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === ''
  return isFetchable && hosts.includes(url.host) ? url.href : undefined
}

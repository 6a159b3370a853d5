import { describe, expect, it } from 'vitest'
import { requestLink } from '../../../src/cli/admin/request-link.ts'
import { linkProof } from '../../../src/service/index.ts'
import { createRootKey, proveRootKey } from '../../../src/service/platform/secrets/index.ts'
import { verifies } from '../../requirements.ts'
import { startService } from '../../support/start-service.ts'

const ring = `1:${createRootKey()}`

describe('a link for whoever has the root key', () => {
  it('signs in once', async () => {
    verifies('console.root-key')
    const service = await startService({ rootKeys: `2:${createRootKey()},${ring}` })
    const url = await requestLink(service.url, ring)
    expect(url).toMatch(new RegExp(`^${service.url}/console#cl_`))
    const signIn = () =>
      service.request('POST', '/console/session', {
        body: { token: new URL(url).hash.slice(1) },
        headers: { 'sec-fetch-site': 'same-origin' },
      })
    expect((await signIn()).status).toBe(200)
    expect((await signIn()).status).toBe(401)
  })

  it('is refused with another key, for another address, late, and a second time', async () => {
    verifies('console.root-key')
    const service = await startService({ rootKeys: ring, publicUrl: 'https://tools.example.com' })
    await expect(requestLink(service.url, `1:${createRootKey()}`)).rejects.toThrow(/root key/)
    const ask = async (changes: { at?: string; url?: string; nonce?: string }) => {
      const given = {
        at: new Date().toISOString(),
        nonce: 'n'.repeat(22),
        url: service.url,
        ...changes,
      }
      const proof = proveRootKey(ring, linkProof.purpose, linkProof.toText(given))
      const { status, body } = await service.request('POST', '/console/links', {
        headers: {},
        body: { ...given, proof },
      })
      return [status, body.error?.message ?? body.url] as const
    }
    expect(await ask({ url: 'http://127.0.0.1:1' })).toEqual([
      401,
      expect.stringContaining('not an address'),
    ])
    const late = new Date(Date.now() - 61_000).toISOString()
    expect(await ask({ at: late })).toEqual([401, expect.stringContaining(late)])
    expect(await ask({ url: 'https://tools.example.com' })).toEqual([
      201,
      expect.stringMatching(/^https:\/\/tools\.example\.com\/console#cl_/),
    ])
    expect(await ask({})).toEqual([401, 'The request was sent before'])
  })
})

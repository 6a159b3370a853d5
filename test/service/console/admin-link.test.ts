import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { requestLink } from '../../../src/cli/admin/request-link.ts'
import { linkProof } from '../../../src/service/index.ts'
import { createRootKey, proveRootKey } from '../../../src/service/platform/secrets/index.ts'
import { verifies } from '../../requirements.ts'
import { startService } from '../../support/start-service.ts'
import { runCli, temporaryFolder } from '../../cli/run-cli.ts'

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
    // There may be several services on a machine.
    await expect(requestLink(service.url, `1:${createRootKey()}`)).rejects.toThrow(
      `The root key is not one of this service: ${service.url}`,
    )
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

  it('comes from the port of the settings, else from the service of the data folder', async () => {
    verifies('console.root-key')
    const [service, development] = await Promise.all([
      startService({ rootKeys: ring }),
      startService({ rootKeys: ring }),
    ])
    const folder = temporaryFolder()
    await mkdir(folder)
    const keys = { apiKey: 'pbk_', userApiKey: 'pbu_', orgApiKey: 'pbo_', database: 'sqlite' }
    await writeFile(join(folder, 'keys.json'), JSON.stringify({ ...keys, url: development.url }))
    const link = async (environment: Record<string, string>) => {
      const run = await runCli(['admin', 'link'], {
        environment: { PLUGBOARD_ROOT_KEYS: ring, PLUGBOARD_DATA: folder, ...environment },
      })
      return run.stdout + run.stderr
    }
    const { port } = new URL(service.url)
    expect(await link({ PLUGBOARD_PORT: port })).toMatch(new RegExp(`^${service.url}/console#cl_`))
    expect(await link({})).toMatch(new RegExp(`^${development.url}/console#cl_`))
    expect(await link({ PLUGBOARD_PORT: port, PLUGBOARD_BASE_URL: development.url })).toMatch(
      new RegExp(`^${development.url}/console#cl_`),
    )
    const other = await link({ PLUGBOARD_PORT: port, PLUGBOARD_ROOT_KEYS: `1:${createRootKey()}` })
    expect(other).toContain(`The root key is not one of this service: ${service.url}`)
  })
})

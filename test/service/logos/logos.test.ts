import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { createProject } from '../../support/fill-project.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi, openNotesApi } from '../../support/notes-api.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { startUpstream, type Upstream } from '../../support/start-upstream.ts'

const images = {
  '/logo.png': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
    'base64',
  ),
  '/logo.gif': Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  '/logo.jpg': Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
  '/logo.webp': Buffer.from('RIFF\x10\0\0\0WEBPVP8L', 'latin1'),
}

/** What is no image by its content, whatever its server says. */
const others: Record<string, Buffer> = {
  '/logo.svg': Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  ),
  '/page.png': Buffer.from('<!doctype html><script>alert(1)</script>'),
  '/empty.png': Buffer.alloc(0),
  '/large.png': Buffer.concat([images['/logo.png'], Buffer.alloc(256 * 1024)]),
}

let internal: Upstream
let provider: Upstream
let service: TestService
beforeAll(async () => {
  internal = await startUpstream((_request, response) => void response.end(images['/logo.png']), {
    keep: true,
  })
  provider = await startUpstream(
    ({ url }, response) => {
      if (url === '/inward.png')
        return void response.writeHead(302, { location: `${internal.url}/logo.png` }).end()
      const content = Object.entries({ ...images, ...others }).find(([path]) => path === url)?.[1]
      response
        .writeHead(content ? 200 : 404, {
          'content-type': url.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
        })
        .end(content)
    },
    { keep: true },
  )
  service = await startService({
    keep: true,
    egressAllow: [provider.host, `import@${provider.host}`],
  })
})
afterAll(async () => {
  await service.close()
  await Promise.all([provider.close(), internal.close()])
})

type Client = Pick<TestService, 'client'>

const importWithLogo = (to: Client, slug: string, path: string) =>
  importToolkit(to, {
    slug,
    logo: `${provider.url}${path}`,
    source: { openapi: notesApi(provider.url) },
  })

const logoOf = async ({ client }: Client, slug: string) =>
  (await client.toolkits.get({ params: { slug } })).meta.logo

const timesAsked = (path: string) => provider.received.filter(({ url }) => url === path).length

describe('the logo of a toolkit', () => {
  it('is fetched once, and served so that a browser runs nothing of it', async () => {
    verifies('imports.logo', 'imports.logo.serving')
    for (const [path, content] of Object.entries(images)) {
      const slug = path.slice(1).replace('.', '_')
      expect((await importWithLogo(service, slug, path)).notes).not.toContainEqual(
        expect.stringContaining('logo'),
      )
      const address = await logoOf(service, slug)
      expect(address).toMatch(new RegExp(`^${service.url}/logos/[\\w-]{43}$`))
      const [answer, head] = [await fetch(address), await fetch(address, { method: 'HEAD' })]
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(content)
      for (const { status, headers } of [answer, head]) {
        expect([status, Object.fromEntries(headers)]).toEqual([
          200,
          expect.objectContaining({
            'content-type': `image/${path.slice(6).replace('jpg', 'jpeg')}`,
            'content-length': String(content.byteLength),
            'cache-control': 'public, max-age=31536000, immutable',
            'content-security-policy': "default-src 'none'; sandbox",
            'x-content-type-options': 'nosniff',
          }),
        ])
      }
      expect(timesAsked(path)).toBe(1)
    }
    for (const hash of ['A'.repeat(43), '%00', 'short'])
      expect((await fetch(`${service.url}/logos/${hash}`)).status).toBe(404)
  })

  it('is left out with a note where it is no image, too large, not there or at an internal address', async () => {
    verifies('imports.logo')
    for (const path of [...Object.keys(others), '/missing.png', '/inward.png']) {
      const { notes } = await importWithLogo(service, 'without', path)
      expect(notes, path).toContainEqual(expect.stringMatching(/^The toolkit has no logo: /))
      expect(await logoOf(service, 'without'), path).toBe('')
    }
    expect(internal.received).toEqual([])
  })

  it('goes with the toolkit and with the project', async () => {
    verifies('imports.logo.serving')
    const project = await createProject(service, 'With logos')
    // Of its own content, since equal logos of others share the address.
    others['/own.gif'] = Buffer.concat([images['/logo.gif'], Buffer.from('own')])
    others['/other.gif'] = Buffer.concat([images['/logo.gif'], Buffer.from('other')])
    await importWithLogo(project, 'one', '/own.gif')
    await importWithLogo(project, 'two', '/other.gif')
    const [one, two] = [await logoOf(project, 'one'), await logoOf(project, 'two')]
    const statuses = async () => [(await fetch(one)).status, (await fetch(two)).status]
    expect(await statuses()).toEqual([200, 200])
    await project.client.toolkits.delete({ params: { slug: 'one' } })
    await expect.poll(statuses).toEqual([404, 200])
    await service.client.projects.delete({ params: { nano_id: project.id } })
    await expect.poll(statuses).toEqual([404, 404])
  })
})

describe('the logo of a project', () => {
  it('is fetched when it is set, with a note where it cannot be used', async () => {
    verifies('projects.config.logo', 'projects.config')
    const set = (path: string) =>
      service.client.projects.updateConfig({ body: { logo_url: `${provider.url}${path}` } })
    const refused = await set('/logo.svg')
    expect(refused).toMatchObject({
      logo_url: `${provider.url}/logo.svg`,
      notes: [expect.stringContaining('it is not PNG')],
    })
    expect(await set('/logo.png')).not.toHaveProperty('notes')
    expect(await service.client.projects.getConfig({})).toMatchObject({
      logo_url: `${provider.url}/logo.png`,
    })
  })
})

/** Looks at a page whose logos are a PNG of the project and a GIF of the toolkit. */
const expectOwnLogos = async (url: string) => {
  const before = provider.received.length
  const page = await fetch(url)
  expect(page.headers.get('content-security-policy')).toContain("img-src 'self' data:;")
  const html = await page.text()
  const sources = [...html.matchAll(/<img src="([^"]*)"/g)].map(
    ([, source]) => new URL(source ?? '', url),
  )
  expect(sources.map(({ origin }) => origin)).toEqual([service.url, service.url])
  expect(html).not.toContain(provider.url)
  const types = await Promise.all(
    sources.map(async (source) => (await fetch(source)).headers.get('content-type')),
  )
  expect(types).toEqual(['image/png', 'image/gif'])
  expect(provider.received).toHaveLength(before)
}

describe('the logos of the project and the toolkit', () => {
  it('are shown on the connect page, which loads nothing from third parties', async () => {
    verifies('connect-page.own-content')
    await importWithLogo(service, 'shown', '/logo.gif')
    await service.client.projects.updateConfig({ body: { logo_url: `${provider.url}/logo.png` } })
    const { auth_config } = await service.client.authConfigs.create({
      body: { toolkit: { slug: 'shown' } },
    })
    const { redirect_url } = await service.client.connectedAccounts.link({
      body: { auth_config_id: auth_config.id, user_id: 'ada' },
    })
    await expectOwnLogos(redirect_url)
  })

  it('are shown on the page of an approval, which loads nothing from third parties', async () => {
    verifies('connect-page.own-content')
    await importToolkit(service, {
      slug: 'approved',
      logo: `${provider.url}/logo.gif`,
      source: { openapi: openNotesApi(provider.url) },
    })
    await service.client.projects.updateConfig({ body: { logo_url: `${provider.url}/logo.png` } })
    const { sessions } = service.client
    const tool_slug = 'APPROVED_DELETE_NOTE'
    const { session_id } = await sessions.create({
      body: { user_id: 'ada', approvals: { tools: [tool_slug] } },
    })
    const params = { session_id }
    await sessions.execute({ params, body: { tool_slug, arguments: { id: '1' } } })
    const { items } = await sessions.approvals({ params })
    await expectOwnLogos(items[0]?.approval_url ?? '')
  })
})

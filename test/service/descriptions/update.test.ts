import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runCli } from '../../cli/run-cli.ts'
import { startMcpServer, tool, type McpServerFixture } from '../../support/mcp/start-mcp-server.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { startDescriptionHost, type DescriptionHost } from '../../support/start-description-host.ts'
import { authority } from '../../support/start-receiver.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { verifies } from '../../requirements.ts'

let host: DescriptionHost
let mcp: McpServerFixture
let service: TestService
let folder: string

const api = openNotesApi('https://notes.example')
const { '/export': _export, ...withoutExport } = api.paths
const { '/notes/{id}': _note, ...withoutMore } = withoutExport

beforeAll(async () => {
  host = await startDescriptionHost()
  mcp = await startMcpServer(
    { tools: [tool('look')], call: () => ({ content: [] }) },
    { keep: true },
  )
  folder = mkdtempSync(join(tmpdir(), 'plugboard-recipes-'))
  const recipe = (slug: string, description: object) =>
    writeFileSync(
      join(folder, `${slug}.yaml`),
      JSON.stringify({ recipe: 1, slug, name: slug, description }),
    )
  recipe('notes', { kind: 'openapi', urls: [`${host.url}/notes.json`] })
  recipe('live', { kind: 'mcp', urls: [mcp.mcpUrl] })
  service = await startService({
    keep: true,
    recipeFolder: folder,
    egressAllow: [`import@${host.host}`, mcp.host],
    extraCa: authority,
  })
})
beforeEach(() => {
  host.publish('/notes.json', JSON.stringify(api))
  mcp.fixture.tools = [tool('look')]
})
afterAll(async () => {
  await service.close()
  await host.close()
  await mcp.close()
  rmSync(folder, { recursive: true })
})

type Options = Omit<Parameters<TestService['client']['toolkits']['add']>[0]['body'], 'toolkits'>

const add = async (slug: string, options: Options = {}) => {
  const { imports } = await service.client.toolkits.add({ body: { toolkits: [slug], ...options } })
  const [{ id } = { id: '' }] = imports
  const state = () => service.client.toolkits.getImport({ params: { id } })
  await expect.poll(async () => (await state()).finished_at).not.toBeNull()
  return state()
}

const versionsOf = async (slug: string) =>
  (await service.client.toolkits.get({ params: { slug } })).meta.available_versions

const update = (...options: string[]) =>
  runCli(['toolkits', 'update', ...options, '--url', service.url, '--api-key', service.apiKey])

describe('an update', () => {
  it('is previewed, and makes what was shown or nothing', async () => {
    verifies('toolkits.add.preview')
    expect(
      await service.request('POST', '/api/v3/toolkits/add', {
        body: { toolkits: ['notes'], preview: true },
      }),
    ).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining('notes') } } })
    const { report: first } = await add('notes')
    expect(first).toMatchObject({ preview: false })

    host.publish('/notes.json', JSON.stringify({ ...api, paths: withoutExport }))
    const versions = await versionsOf('notes')
    const { report: shown } = await add('notes', { preview: true, refresh: true })
    expect(shown).toMatchObject({
      preview: true,
      version: first?.version,
      difference: { removed: ['NOTES_EXPORT_ARCHIVE'], unchanged: 4 },
    })
    expect(await versionsOf('notes')).toEqual(versions)

    await expect(
      service.client.toolkits.add({ body: { toolkits: ['notes'], only_if: { note: 'x' } } }),
    ).rejects.toMatchObject({ status: 400, errors: [expect.stringContaining('only_if')] })

    host.publish('/notes.json', JSON.stringify({ ...api, paths: withoutMore }))
    const onlyIf = { only_if: { notes: shown?.fingerprint ?? '' } }
    const other = await add('notes', { ...onlyIf, refresh: true })
    expect(other).toMatchObject({ status: 'failed', error: expect.stringContaining('preview') })
    expect(await versionsOf('notes')).toEqual(versions)

    host.publish('/notes.json', JSON.stringify({ ...api, paths: withoutExport }))
    const { report: made } = await add('notes', { ...onlyIf, refresh: true })
    expect(made).toMatchObject({
      preview: false,
      fingerprint: shown?.fingerprint,
      difference: { removed: ['NOTES_EXPORT_ARCHIVE'] },
    })
    expect((await versionsOf('notes')).length).toBe(versions.length + 1)
  })

  it('of an MCP server makes what was shown, and later ones are not bound to it', async () => {
    verifies('toolkits.add.preview')
    await add('live')
    mcp.fixture.tools = [tool('look'), tool('shown')]
    const { report: shown } = await add('live', { preview: true })
    expect(shown?.difference.added).toEqual(['LIVE_SHOWN'])
    const onlyIf = { only_if: { live: shown?.fingerprint ?? '' } }
    mcp.fixture.tools = [tool('look'), tool('swapped')]
    expect(await add('live', onlyIf)).toMatchObject({ status: 'failed' })
    mcp.fixture.tools = [tool('look'), tool('shown')]
    expect((await add('live', onlyIf)).report?.difference.added).toEqual(['LIVE_SHOWN'])
    mcp.fixture.tools = [tool('look'), tool('later')]
    expect((await add('live')).report?.difference).toMatchObject({
      added: ['LIVE_LATER'],
      removed: ['LIVE_SHOWN'],
    })
  })

  it('from a terminal shows what changes, and needs a yes', async () => {
    verifies('toolkits.add.preview', 'cli.toolkits.add')
    await add('notes', { refresh: true })
    await add('live')
    const versions = await versionsOf('notes')
    host.publish('/notes.json', JSON.stringify({ ...api, paths: withoutExport }))

    const asked = await update('notes', 'live')
    expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining('--yes') })
    expect(asked.stderr).toMatch(/^notes\n.*0 added, 1 removed, 0 changed/m)
    expect(asked.stderr).toContain('NOTES_EXPORT_ARCHIVE')
    expect(asked.stderr).not.toMatch(/^live\n/m)
    expect(await versionsOf('notes')).toEqual(versions)

    const confirmed = await update('--yes')
    expect(confirmed).toMatchObject({ code: 0 })
    expect(confirmed.stdout).toContain('0 added, 1 removed')
    expect((await versionsOf('notes')).length).toBe(versions.length + 1)
    expect(await update('notes')).toMatchObject({ code: 0 })
  })

  it('never leads to other hosts unasked', async () => {
    verifies('toolkits.add.preview')
    await add('notes', { refresh: true })
    host.publish('/notes.json', JSON.stringify(openNotesApi('https://evil.example')))
    const refused = await update('notes', '--yes')
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('evil.example') })
    const { base_url: server } = await service.client.toolkits.get({ params: { slug: 'notes' } })
    expect(server).toBe('https://notes.example')
    expect(await update('notes', '--yes', '--accept-host-change')).toMatchObject({ code: 0 })
    expect((await service.client.toolkits.get({ params: { slug: 'notes' } })).base_url).toBe(
      'https://evil.example',
    )
  })
})

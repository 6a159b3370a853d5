import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { verifies } from '../../requirements.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { engine, startService } from '../../support/start-service.ts'

describe('the first start', () => {
  it('makes an organization, a project and a key of each kind', async () => {
    const service = await startService()
    expect(service.apiKey).toMatch(/^pbk_[0-9A-Za-z]{26,}$/)
    expect(service.userApiKey).toMatch(/^pbu_/)
    expect(service.orgApiKey).toMatch(/^pbo_/)
    expect((await service.request('GET', '/api/v3/org/project/config')).body).toMatchObject({
      require_mcp_api_key: true,
      log_visibility_setting: 'show_all',
      signed_url_file_expiry_in_seconds: 3600,
    })
  })
})

describe.skipIf(engine === 'sqlite')('the first start of several nodes at once', () => {
  it('makes one organization', async () => {
    const { database } = await createSharedDatabase()
    const nodes = await Promise.all([1, 2, 3].map(() => startService({ database })))
    expect(nodes.map((node) => node.apiKey).filter((key) => key !== '')).toHaveLength(1)
  })
})

describe.skipIf(engine === 'postgres')('a later start', () => {
  it('knows the keys and makes none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plugboard-test-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const first = await startService({ folder })
    await first.close()
    const second = await startService({ folder })
    expect(second.apiKey).toBe('')
    expect(
      (await second.request('GET', '/api/v3/toolkits', { headers: { 'x-api-key': first.apiKey } }))
        .status,
    ).toBe(200)
  })

  it('is refused while another process uses the folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plugboard-test-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await startService({ folder })
    await expect(startService({ folder })).rejects.toThrow('Another process uses the data folder')
  })
})

describe('a project', () => {
  it('is created by the organization, with a name of its own', async () => {
    verifies(
      'projects.create',
      'projects.create.key-on-request',
      'projects.create.unique-name',
      'projects.create.name-rules',
    )
    const { request, client } = await startService()
    const made = await client.projects.create({
      body: { name: 'Second project', should_create_api_key: true },
    })
    expect(made).toMatchObject({ name: 'Second project', api_key: expect.stringMatching(/^pbk_/) })
    expect(
      (await request('GET', '/api/v3/toolkits', { headers: { 'x-api-key': made.api_key ?? '' } }))
        .status,
    ).toBe(200)
    for (const name of ['Second project', 'ab', 'x'.repeat(65), 'semi;colon']) {
      await expect(client.projects.create({ body: { name } })).rejects.toMatchObject({
        status: 400,
      })
    }
    expect((await client.projects.create({ body: { name: 'Without a key' } })).api_key).toBeNull()
  })

  it('changes only the settings that are supplied', async () => {
    verifies('projects.config.partial-update')
    const { client } = await startService()
    const config = await client.projects.updateConfig({
      body: { display_name: 'Ours', signed_url_file_expiry_in_seconds: 600 },
    })
    expect(config).toMatchObject({
      display_name: 'Ours',
      signed_url_file_expiry_in_seconds: 600,
      mask_secret_keys_in_connected_account: true,
    })
    expect(await client.projects.getConfig({})).toEqual(config)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../../src/client/index.ts'
import { verifies } from '../../requirements.ts'
import { createProject } from '../../support/fill-project.ts'
import { startService, type TestService } from '../../support/start-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService({ keep: true })
})
afterAll(() => service.close())

const owner = '/api/v3/org/owner/project'
const asOrganization = (): Record<string, string> => ({ 'x-org-api-key': service.orgApiKey })
const ofProject = (): Record<string, string>[] => [
  { 'x-api-key': service.apiKey },
  { 'x-user-api-key': service.userApiKey },
]
const firstProject = async (): Promise<string> =>
  (await service.request('GET', `${owner}/list`)).body.data[0].id

describe('the list of projects', () => {
  it('pages through every project of the organization, newest first', async () => {
    verifies('projects.list', 'projects.record', 'projects.owner.organization-key')
    const made = [
      await createProject(service, 'Listed one'),
      await createProject(service, 'Listed two'),
    ]
    const first = await service.request('GET', `${owner}/list?limit=2`, {
      headers: asOrganization(),
    })
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({
      total_items: 3,
      total_pages: 2,
      current_page: 1,
      next_cursor: expect.any(String),
    })
    expect(first.body).not.toHaveProperty('items')
    expect(first.body.data.map(({ id }: { id: string }) => id)).toEqual([made[1]?.id, made[0]?.id])
    expect(first.body.data[0]).toEqual({
      id: made[1]?.id,
      org_id: expect.stringMatching(/^org_/),
      name: 'Listed two',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      webhook_url: null,
      deleted: false,
    })
    const second = await service.request('GET', `${owner}/list?cursor=${first.body.next_cursor}`, {
      headers: asOrganization(),
    })
    expect(second.body.data.map(({ name }: { name: string }) => name)).toEqual(['default'])
    expect(second.body.next_cursor).toBeNull()
  })

  it("holds only the own project for a project's and a user's key", async () => {
    verifies('projects.owner.own-project')
    const other = await createProject(service, 'Not to be seen')
    for (const headers of ofProject()) {
      const { body } = await service.request('GET', `${owner}/list`, { headers })
      expect(body).toMatchObject({ total_items: 1, data: [{ name: 'default' }] })
      for (const [method, path] of [
        ['GET', ''],
        ['DELETE', ''],
        ['POST', '/regenerate_api_key'],
      ] as const) {
        expect(
          (await service.request(method, `${owner}/${other.id}${path}`, { headers })).status,
        ).toBe(404)
      }
    }
    expect((await other.client.projects.getConfig({})).require_mcp_api_key).toBe(true)
  })
})

describe('a project', () => {
  it('shows its keys masked, with the last four characters', async () => {
    verifies('projects.get', 'projects.record')
    const id = await firstProject()
    for (const headers of [asOrganization(), ...ofProject()]) {
      const { status, body } = await service.request('GET', `${owner}/${id}`, { headers })
      expect(status).toBe(200)
      expect(body).toMatchObject({ id, name: 'default', deleted: false, webhook_url: null })
      const keys = [service.apiKey, service.userApiKey].map(
        (key) => `${key.slice(0, 4)}***${key.slice(-4)}`,
      )
      expect(body.api_keys.map(({ key }: { key: string }) => key).toSorted()).toEqual(
        keys.toSorted(),
      )
      for (const key of body.api_keys)
        expect(key).toEqual({
          id: expect.stringMatching(/^key_/),
          name: 'default',
          key: expect.any(String),
          created_at: expect.any(String),
        })
      expect(JSON.stringify(body)).not.toContain(service.apiKey)
    }
  })

  it('that is unknown or no id is refused with the next step', async () => {
    for (const [id, status] of [
      ['pr_unknown', 404],
      ['nonsense', 400],
    ] as const) {
      const { status: answered, body } = await service.request('GET', `${owner}/${id}`, {
        headers: asOrganization(),
      })
      expect(answered).toBe(status)
      expect(body.error.suggested_fix).toBeTruthy()
    }
  })

  it('is created once when two ask for the same name at the same time', async () => {
    verifies('projects.create.unique-name')
    const create = () =>
      service.request('POST', `${owner}/new`, {
        headers: asOrganization(),
        body: { name: 'Wanted by many' },
      })
    const statuses = (await Promise.all(Array.from({ length: 6 }, create))).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted()).toEqual([200, 400, 400, 400, 400, 400])
  })

  it('needs three settings in the config it is created with', async () => {
    verifies('projects.create.config')
    const create = (config: unknown) =>
      service.request('POST', `${owner}/new`, {
        headers: asOrganization(),
        body: { name: 'With config', config },
      })
    const config = {
      is_2FA_enabled: true,
      mask_secret_keys_in_connected_account: true,
      log_visibility_setting: 'show_all',
    }
    for (const name of Object.keys(config)) {
      const { status, body } = await create(
        Object.fromEntries(Object.entries(config).filter(([other]) => other !== name)),
      )
      expect(status).toBe(400)
      expect(body.error.errors).toEqual([expect.stringContaining(`body.config.${name}`)])
    }
    expect((await create(config)).status).toBe(200)
  })
})

describe('a regenerated key', () => {
  it('is shown whole, opens the project, and stands in the place of the former ones', async () => {
    verifies('projects.regenerate', 'projects.regenerate.answer')
    const project = await createProject(service, 'Regenerated')
    const { status, body } = await service.request(
      'POST',
      `${owner}/${project.id}/regenerate_api_key`,
      { headers: asOrganization() },
    )
    expect(status).toBe(200)
    expect(body).toEqual({
      api_key: {
        id: expect.stringMatching(/^key_/),
        name: 'default',
        key: expect.stringMatching(/^pbk_[0-9A-Za-z]{26,}$/),
        created_at: expect.any(String),
      },
      message: expect.any(String),
    })

    const renewed = createClient({ baseUrl: service.url, apiKey: body.api_key.key, retries: 0 })
    const { api_keys } = await renewed.projects.get({ params: { nano_id: project.id } })
    expect(api_keys.map(({ id }) => id)).toEqual([body.api_key.id])
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await expect(project.client.projects.getConfig({})).rejects.toMatchObject({ status: 401 })
  })

  it('can be asked for with the key that it replaces, and leaves keys of persons alone', async () => {
    verifies('projects.regenerate', 'projects.owner.own-project')
    const own = await startService()
    const id = (await own.request('GET', `${owner}/list`)).body.data[0].id
    const { body } = await own.request('POST', `${owner}/${id}/regenerate_api_key`)
    expect(
      (await own.request('GET', '/api/v3/toolkits', { headers: { 'x-api-key': body.api_key.key } }))
        .status,
    ).toBe(200)
    expect(
      (
        await own.request('GET', '/api/v3/toolkits', {
          headers: { 'x-user-api-key': own.userApiKey },
        })
      ).status,
    ).toBe(200)
  })

  it('is the only one, however many ask for it at the same time', async () => {
    verifies('projects.regenerate')
    const project = await createProject(service, 'Regenerated by many')
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        service.request('POST', `${owner}/${project.id}/regenerate_api_key`, {
          headers: asOrganization(),
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const { body } = await service.request('GET', `${owner}/${project.id}`, {
      headers: asOrganization(),
    })
    expect(body.api_keys).toHaveLength(1)
  })
})

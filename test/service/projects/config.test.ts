import { describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { serveNotes, createProject, fillProject } from '../../support/fill-project.ts'
import { startService } from '../../support/start-service.ts'
import { startUpstream } from '../../support/start-upstream.ts'

const path = '/api/v3/org/project/config'

const everyField = {
  is_2FA_enabled: true,
  logo_url: 'https://logos.example/ours.png',
  display_name: 'Ours',
  mask_secret_keys_in_connected_account: false,
  log_visibility_setting: 'dont_store_data',
  require_mcp_api_key: false,
  is_svc_link_enabled_for_managed_auth: true,
  signed_url_file_expiry_in_seconds: 600,
  mcp_key_expiry_in_seconds: 600,
  require_connection_confirmation: true,
  approval_sign_in_url: 'https://app.example/approve',
  accent_color: '#B00020',
  page_theme: 'dark',
} as const

describe('the configuration of a project', () => {
  it('begins with the defaults', async () => {
    verifies('projects.config', 'projects.config.defaults')
    const { client } = await startService()
    expect(await client.projects.getConfig({})).toEqual({
      is_2FA_enabled: false,
      mask_secret_keys_in_connected_account: true,
      log_visibility_setting: 'show_all',
      require_mcp_api_key: true,
      is_svc_link_enabled_for_managed_auth: false,
      signed_url_file_expiry_in_seconds: 3600,
      mcp_key_expiry_in_seconds: 2_592_000,
      require_connection_confirmation: false,
      page_theme: 'system',
    })
  })

  it('keeps every field, set at creation or later', async () => {
    verifies('projects.config', 'projects.config.stored', 'projects.config.partial-update')
    const service = await startService()
    const made = await service.client.projects.create({
      body: { name: 'Configured', should_create_api_key: true, config: everyField },
    })
    const created = await service.request('GET', path, {
      headers: { 'x-api-key': made.api_key ?? '' },
    })
    expect(created.body).toEqual(everyField)
    for (const [field, value] of Object.entries(everyField)) {
      const before = (await service.request('GET', path)).body
      const updated = await service.request('PATCH', path, { body: { [field]: value } })
      expect(updated).toMatchObject({ status: 200, body: { ...before, [field]: value } })
      const { notes: _notes, ...config } = updated.body
      expect((await service.request('GET', path)).body).toEqual(config)
    }
  })

  it('refuses a value of another type, and names the field', async () => {
    verifies('projects.config.invalid')
    const service = await startService()
    for (const field of Object.keys(everyField)) {
      for (const value of [
        null,
        [],
        { nested: true },
        field === 'display_name' ? '' : 'nonsense',
      ]) {
        const { status, body } = await service.request('PATCH', path, { body: { [field]: value } })
        expect(status, `${field} = ${JSON.stringify(value)}`).toBe(400)
        expect(body.error.errors).toContainEqual(expect.stringContaining(`body.${field}: `))
      }
    }
    for (const seconds of [0, 59, 1.5, 1e12])
      expect(
        (
          await service.request('PATCH', path, {
            body: { signed_url_file_expiry_in_seconds: seconds },
          })
        ).status,
      ).toBe(400)
    for (const body of [[], 'text', 5])
      expect((await service.request('PATCH', path, { body })).status).toBe(400)
    expect((await service.request('PATCH', path, { body: {} })).status).toBe(200)
  })

  it('can change while other requests of the project are under way', async () => {
    verifies('projects.config.partial-update')
    const service = await startService()
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        index % 10 === 0
          ? service.request('PATCH', path, { body: { display_name: `Name ${index}` } })
          : service.request('GET', path),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('takes effect on secrets, the log and files', async () => {
    verifies(
      'projects.config.mask',
      'projects.config.log-visibility',
      'projects.config.file-expiry',
    )
    const upstream = await startUpstream(serveNotes)
    const service = await startService({ egressAllow: [upstream.host] })
    const project = await createProject(service, 'With effect')
    const { client } = project
    const filled = await fillProject(project, upstream, 'effect')
    const account = () => client.connectedAccounts.get({ params: { nanoid: filled.account } })
    const exported = async () => {
      const { data, log_id } = await client.tools.execute({
        params: { tool_slug: 'EFFECTNOTES_EXPORT_ARCHIVE' },
        body: { user_id: filled.user, arguments: {} },
      })
      const { expires_at } = data['file'] as { expires_at: string }
      return {
        log: await client.logs.get({ params: { id: String(log_id) } }),
        seconds: (new Date(expires_at).getTime() - Date.now()) / 1000,
      }
    }
    expect((await account()).state.val['generic_api_key']).not.toBe(filled.secret)
    const before = await exported()
    expect(before.log).toHaveProperty('response')
    expect(before.seconds).toBeGreaterThan(3500)

    await client.projects.updateConfig({
      body: {
        mask_secret_keys_in_connected_account: false,
        log_visibility_setting: 'dont_store_data',
        signed_url_file_expiry_in_seconds: 60,
      },
    })

    expect((await account()).state.val['generic_api_key']).toBe(filled.secret)
    const after = await exported()
    expect(after.log).not.toHaveProperty('request')
    expect(after.log).not.toHaveProperty('response')
    // The database's clock sets the end, to the millisecond, and this process's clock measures it.
    expect(after.seconds).toBeLessThanOrEqual(61)
  })
})

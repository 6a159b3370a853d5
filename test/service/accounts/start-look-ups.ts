import { stringify } from 'yaml'
import { PlugboardError } from '../../../src/client/index.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'

export type Site = Record<string, unknown> | string | null

/** An API whose accounts are about sites, which only the API knows. */
export type LookUps = {
  service: TestService
  api: Upstream
  /** What a key finds; a number: the status with which the look-up is answered. */
  sites: Map<string, Site[] | number>
  revoked: (string | null)[]
  /** The user agrees at the provider: where they come back to. Their token finds `Bearer token-{code}-0123456789`. */
  agree(leadsTo: string | null, code: string): string
  /** Imports a toolkit with this account and these fields; gives its slug. */
  importSites(options?: {
    account?: Record<string, unknown>
    fields?: Record<string, unknown>[]
    baseUrl?: string
    /** Users agree at the API itself; else they give a key. */
    oauth?: boolean
  }): Promise<string>
  authConfigOf(slug: string, credentials?: Record<string, unknown>): Promise<string>
  get(id: string): Promise<Awaited<ReturnType<TestService['client']['connectedAccounts']['get']>>>
  /** Connects without a browser. */
  create(
    authConfigId: string,
    val: Record<string, unknown>,
    more?: Record<string, unknown>,
  ): ReturnType<TestService['request']>
  close(): Promise<void>
}

export const acme = { id: 'acme-1', name: 'Acme', kind: 'work' }
export const beta = { id: 'beta-2', name: 'Beta', kind: 'work' }

export const lookUpSites = {
  request: { path: '/sites' },
  items: 'data',
  set: { cloud_id: 'id' },
  label: 'name',
}

export const startLookUps = async (
  options: Parameters<typeof startService>[0] = {},
): Promise<LookUps> => {
  const sites: LookUps['sites'] = new Map()
  const revoked: LookUps['revoked'] = []
  const api = await startUpstream(
    (request, response) => {
      const key = String(request.headers['x-key'] ?? request.headers.authorization)
      const { pathname } = new URL(request.url, 'http://api.example')
      if (pathname === '/sites') {
        const found = sites.get(key) ?? []
        return typeof found === 'number'
          ? json(response, found, { message: 'no sites today' })
          : json(response, 200, { data: found })
      }
      const form = new URLSearchParams(request.body)
      if (pathname === '/token')
        return json(response, 200, {
          access_token: `token-${form.get('code')}-0123456789`,
          token_type: 'bearer',
        })
      if (pathname === '/revoke') {
        revoked.push(form.get('token'))
        return json(response, 200, {})
      }
      if (pathname.endsWith('/me')) return json(response, 200, { id: 'ada', at: pathname })
      return json(response, 200, { path: pathname })
    },
    { keep: true },
  )
  const service = await startService({ keep: true, egressAllow: ['127.0.0.1/32'], ...options })
  await service.client.projects.updateConfig({
    body: { mask_secret_keys_in_connected_account: false },
  })
  let toolkits = 0
  return {
    service,
    api,
    sites,
    revoked,
    agree: (leadsTo, code) => {
      const { searchParams } = new URL(leadsTo ?? '')
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({ code, state: searchParams.get('state') ?? '' }).toString()
      return back.href
    },
    importSites: async ({
      account,
      fields = siteFields,
      oauth = false,
      baseUrl = `${api.url}/ex/{cloud_id}`,
    } = {}) => {
      const slug = `sites${(toolkits += 1)}`
      await importToolkit(service, {
        recipe: stringify({
          recipe: 1,
          slug,
          name: 'Sites',
          description: { kind: 'none', base_url: baseUrl },
          auth: [{ ...(oauth ? overProvider(api.url) : withKey), fields }],
          account: {
            look_ups: [{ ...lookUpSites, request: { path: `${api.url}/sites` } }],
            verification: { request: { path: '/me' }, identity: { login: 'id', workspace: 'at' } },
            ...account,
          },
          tools: [
            {
              slug: `${slug.toUpperCase()}_READ`,
              declare: { method: 'GET', path: '/things' },
              description: 'Reads things.',
              hints: { readOnlyHint: true },
            },
          ],
        }),
      }).catch((error: unknown) => {
        throw error instanceof PlugboardError
          ? new Error([error.message, ...error.errors].join('; '))
          : error
      })
      return slug
    },
    authConfigOf: async (slug, credentials) =>
      (
        await service.client.authConfigs.create({
          body: {
            toolkit: { slug },
            ...(credentials && { auth_config: { type: 'use_custom_auth', credentials } }),
          },
        })
      ).auth_config.id,
    get: (id) => service.client.connectedAccounts.get({ params: { nanoid: id } }),
    create: (authConfigId, val, more = {}) =>
      service.request('POST', '/api/v3/connected_accounts', {
        body: {
          auth_config: { id: authConfigId },
          connection: {
            user_id: 'ada',
            state: { authScheme: 'access_token' in val ? 'OAUTH2' : 'API_KEY', val },
          },
          ...more,
        },
      }),
    close: async () => {
      await service.close()
      await api.close()
    },
  }
}

const siteFields: Record<string, unknown>[] = [
  { name: 'cloud_id', display_name: 'Site', required: false },
]

const withKey = {
  scheme: 'API_KEY',
  placements: [{ field: 'generic_api_key', in: 'header', name: 'x-key' }],
}

const overProvider = (url: string) => ({
  scheme: 'OAUTH2',
  oauth: {
    authorization_url: `${url}/authorize`,
    token_url: `${url}/token`,
    revocation_url: `${url}/revoke`,
  },
})

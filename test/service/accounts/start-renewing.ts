import { importToolkit } from '../../support/import-toolkit.ts'
import { createSharedDatabase, type SharedDatabase } from '../../support/shared-database.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import {
  oauthToolkit,
  startTokenProvider,
  type ProviderBehaviour,
  type TokenProvider,
} from '../../support/start-token-provider.ts'

type Outcome = { data: Record<string, unknown>; error: string | null }

/** One story with a user of its own. */
type Story = {
  service: TestService
  provider: TokenProvider
  shared: SharedDatabase
  authConfigId: string
  userId: string
  /** Connects an account whose access token was just given, for an hour. */
  connect(values?: Record<string, unknown>): Promise<string>
  call(service?: TestService): Promise<Outcome>
  account(
    id: string,
  ): Promise<{ status: string; status_reason: string | null; is_disabled: boolean }>
  /** How many events of this type tell of the account. */
  countEvents(type: string, id: string): Promise<number>
  /** Lets time go by for every service. */
  pass(seconds: number): void
  /** Another service on the same database, whose clock is apart by so much. */
  startBeside(skewMs: number): Promise<TestService>
}

/**
 * A service whose clock stands still, with the toolkit `notes` of a token provider, for many
 * stories.
 */
export const startRenewing = async (
  toolkit: Partial<Parameters<typeof importToolkit>[1]> = {},
): Promise<{
  begin(behaviour?: ProviderBehaviour): Story
  close(): Promise<void>
}> => {
  const provider = await startTokenProvider({}, { keep: true })
  const shared = await createSharedDatabase({ keep: true })
  const time = { now: Date.parse('2026-11-21T12:00:00.000Z') }
  const start = (options: { keep: boolean; skewMs: number }) =>
    startService({
      database: shared.database,
      egressAllow: [provider.host],
      keep: options.keep,
      clock: { now: () => new Date(time.now + options.skewMs) },
    })
  const service = await start({ keep: true, skewMs: 0 })
  const { client } = service
  await importToolkit(service, { ...oauthToolkit(provider), ...toolkit })
  const { auth_config } = await client.authConfigs.create({
    body: {
      toolkit: { slug: 'notes' },
      auth_config: {
        type: 'use_custom_auth',
        credentials: { client_id: 'client', client_secret: 'client-secret-0123' },
      },
    },
  })
  const headers = { 'x-api-key': service.apiKey }
  let stories = 0

  const begin = (behaviour: ProviderBehaviour = {}): Story => {
    provider.behave(behaviour)
    const userId = `user-${(stories += 1)}`
    return {
      service,
      provider,
      shared,
      authConfigId: auth_config.id,
      userId,
      connect: async (values = {}) => {
        const val = { ...provider.grant(), expires_in: 3600, ...values, status: 'ACTIVE' as const }
        return (
          await client.connectedAccounts.create({
            body: {
              auth_config: { id: auth_config.id },
              connection: { user_id: userId, state: { authScheme: 'OAUTH2', val } },
            },
          })
        ).id
      },
      call: async ({ request } = service) =>
        (
          await request('POST', '/api/v3/tools/execute/NOTES_LIST_NOTES', {
            headers,
            body: { user_id: userId, arguments: {} },
          })
        ).body,
      account: (id) => client.connectedAccounts.get({ params: { nanoid: id } }),
      countEvents: async (type, id) =>
        Number(
          (
            await shared.query(
              `select count(*) as count from events where type = '${type}' and data like '%${id}%'`,
            )
          )[0]?.['count'],
        ),
      pass: (seconds) => void (time.now += seconds * 1000),
      startBeside: (skewMs) => start({ keep: false, skewMs }),
    }
  }

  return {
    begin,
    close: async () => {
      await service.close()
      await shared.remove()
      await provider.close()
    },
  }
}

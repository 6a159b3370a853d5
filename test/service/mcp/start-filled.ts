import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi, openNotesApi } from '../../support/notes-api.ts'
import { startService, type StartOptions, type TestService } from '../../support/start-service.ts'

export type FilledService = TestService & {
  notesConfig: string
  tasksConfig: string
  /** Connects an account of a user under an auth config; answers with its id. */
  connect(userId: string, authConfigId: string): Promise<string>
  createAuthConfig(toolkit: string): Promise<string>
}

/**
 * A service with the toolkits `notes` and `tasks`, an auth config of each, and `open`, which needs
 * no account.
 */
export const startFilled = async (options: StartOptions = {}): Promise<FilledService> => {
  const service = await startService({ clock: createRisingClock(), ...options })
  const { client } = service
  // Nothing is ever sent there.
  for (const slug of ['notes', 'tasks'])
    await importToolkit(service, { slug, source: { openapi: notesApi('https://api.example.com') } })
  await importToolkit(service, {
    slug: 'open',
    source: { openapi: openNotesApi('https://api.example.com') },
  })
  const createAuthConfig = async (slug: string) =>
    (await client.authConfigs.create({ body: { toolkit: { slug } } })).auth_config.id
  return {
    ...service,
    notesConfig: await createAuthConfig('notes'),
    tasksConfig: await createAuthConfig('tasks'),
    createAuthConfig,
    connect: async (userId, authConfigId) =>
      (
        await client.connectedAccounts.create({
          body: {
            auth_config: { id: authConfigId },
            connection: {
              user_id: userId,
              state: { authScheme: 'API_KEY', val: { generic_api_key: 'key' } },
            },
          },
        })
      ).id,
  }
}

/** Never the same time twice, so that what came first is first in a list. */
const createRisingClock = () => {
  let last = 0
  return {
    now: () => {
      last = Math.max(Date.now(), last + 1)
      return new Date(last)
    },
  }
}

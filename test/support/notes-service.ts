import { importToolkit } from './import-toolkit.ts'
import { notesApi, openNotesApi } from './notes-api.ts'
import { startService, type StartOptions, type TestService } from './start-service.ts'
import { json, startUpstream, type ReceivedRequest, type Upstream } from './start-upstream.ts'

export const notesSecret = 'notes-secret-0123456789'

export type NotesService = {
  service: TestService
  upstream: Upstream
  /** Connects an account of the toolkit `notes`. */
  connect(userId: string, key?: string): Promise<string>
  authConfigId: string
  close(): Promise<void>
}

/**
 * A service with the toolkits `notes` (API key) and `open` (no auth), both answered by a recording
 * upstream that echoes what it got.
 */
export const startNotesService = async (
  options: {
    answer?: (request: ReceivedRequest) => unknown
    status?: (request: ReceivedRequest) => number
    workbenchMs?: number
    database?: StartOptions['database']
  } = {},
): Promise<NotesService> => {
  const upstream = await startUpstream(
    (request, response) =>
      json(
        response,
        options.status?.(request) ?? 200,
        options.answer?.(request) ?? {
          url: request.url,
          key: request.headers['x-notes-key'] ?? null,
        },
      ),
    { keep: true },
  )
  const service = await startService({
    keep: true,
    egressAllow: [upstream.host],
    ...(options.workbenchMs !== undefined && { workbenchMs: options.workbenchMs }),
    ...(options.database && { database: options.database }),
  })
  await importToolkit(service, { slug: 'notes', source: { openapi: notesApi(upstream.url) } })
  await importToolkit(service, { slug: 'open', source: { openapi: openNotesApi(upstream.url) } })
  const { auth_config } = await service.client.authConfigs.create({
    body: { toolkit: { slug: 'notes' } },
  })
  return {
    service,
    upstream,
    authConfigId: auth_config.id,
    connect: async (userId, key = notesSecret) => {
      const account = await service.client.connectedAccounts.create({
        body: {
          auth_config: { id: auth_config.id },
          connection: {
            user_id: userId,
            state: { authScheme: 'API_KEY', val: { generic_api_key: key } },
          },
        },
      })
      return account.id
    },
    close: async () => {
      await service.close()
      await upstream.close()
    },
  }
}

import type { Client } from '../../src/client/index.ts'
import { importToolkit } from './import-toolkit.ts'
import { notesApi, openNotesApi } from './notes-api.ts'

export type TriggerToImport = NonNullable<
  Parameters<Client['toolkits']['import']>[0]['body']['triggers']
>[number]

/**
 * A trigger type of a toolkit as an import brings it; nothing is asked of its API, and anybody may
 * push to its instances.
 */
export const triggerType = (
  slug: string,
  config: Record<string, unknown> = { type: 'object' },
) => ({ ...expectedTriggerType(slug, config), webhook: {} })

/** What is told about such a trigger type. */
export const expectedTriggerType = (
  slug: string,
  config: Record<string, unknown> = { type: 'object' },
) => ({
  slug,
  name: slug.toLowerCase().replaceAll('_', ' '),
  description: `Fires for ${slug}`,
  instructions: 'Nothing to prepare',
  type: 'webhook' as const,
  config,
  payload: { type: 'object', properties: { text: { type: 'string' } } },
})

type Options = { triggers: TriggerToImport[]; auth?: 'API_KEY' | 'NO_AUTH' }

/** Imports a toolkit with trigger types, or its next version, and answers that. */
export const importWithTriggers = async (
  client: Client,
  slug: string,
  { triggers, auth = 'API_KEY' }: Options,
): Promise<string> => {
  const openapi =
    auth === 'API_KEY' ? notesApi('https://notes.example') : openNotesApi('https://notes.example')
  const { version } = await importToolkit({ client }, { slug, source: { openapi }, triggers })
  return version
}

/** Connects an account of a toolkit with an API key, under an auth config of its own. */
export const connectAccount = async (
  client: Client,
  toolkit: string,
  userId = 'ada',
): Promise<{ id: string; authConfigId: string }> => {
  const { auth_config } = await client.authConfigs.create({ body: { toolkit: { slug: toolkit } } })
  const connection = {
    user_id: userId,
    state: { authScheme: 'API_KEY' as const, val: { generic_api_key: 'key-0123456789abcdef' } },
  }
  const { id } = await client.connectedAccounts.create({
    body: { auth_config: { id: auth_config.id }, connection },
  })
  return { id, authConfigId: auth_config.id }
}

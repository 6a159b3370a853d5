import { Option, type Command } from 'commander'
import type { Client } from '../client/index.ts'
import type { EndpointAuth } from '../contract/index.ts'
import { CliError } from './cli-error.ts'

export type ConnectionOptions = { url?: string; apiKey?: string; orgApiKey?: string; data: string }

/** Adds the options that select the service. */
export const withConnection = (command: Command): Command =>
  command
    .optionsGroup('Service:')
    .addOption(new Option('--url <address>', 'URL of the service').env('PLUGBOARD_BASE_URL'))
    .addOption(new Option('--api-key <key>', 'project key').env('PLUGBOARD_API_KEY'))
    .addOption(
      new Option('--data <folder>', 'data folder of plugboard dev, which contains both')
        .env('PLUGBOARD_DATA')
        .default('.plugboard'),
    )

/**
 * Creates a client for the service from the options or the environment, or for the `plugboard dev`
 * of the data folder. `auth` selects the key.
 */
export const connectToService = async (
  options: ConnectionOptions,
  auth: EndpointAuth = 'project',
): Promise<Client> => {
  const [{ createClient }, { baseUrl, key }] = await Promise.all([
    import('../client/index.ts'),
    findService(options, auth),
  ])
  return createClient({
    baseUrl,
    ...(auth === 'organization' ? { orgApiKey: key } : { apiKey: key }),
  })
}

/** Returns the URL and the key, for code that creates its own client. */
export const findService = async (
  options: ConnectionOptions,
  auth: EndpointAuth = 'project',
): Promise<{ baseUrl: string; key: string | undefined }> => {
  const { readSavedKeys } = await import('./development/saved-keys.ts')
  const kept =
    options.url && (auth === 'organization' ? options.orgApiKey : options.apiKey)
      ? undefined
      : await readSavedKeys(options.data)
  const baseUrl = options.url ?? kept?.url ?? 'http://127.0.0.1:8787'
  // The stored keys are only used for the stored URL.
  const fitting = kept && isSameAddress(baseUrl, kept.url) ? kept : undefined
  const isOrganization = auth === 'organization'
  const key = isOrganization
    ? (options.orgApiKey ?? fitting?.orgApiKey)
    : (options.apiKey ?? fitting?.apiKey)
  if (key === undefined && auth !== 'public') {
    throw new CliError(`No ${isOrganization ? 'organization key' : 'API key'} for ${baseUrl}`, {
      suggestedFix: `Set ${isOrganization ? 'PLUGBOARD_ORG_API_KEY or pass --org-api-key' : 'PLUGBOARD_API_KEY or pass --api-key'}; for a plugboard dev on this machine, pass its data folder with --data (there is no matching keys.json in ${options.data})`,
    })
  }
  return { baseUrl, key }
}

const isSameAddress = (one: string, other: string): boolean =>
  URL.canParse(one) && new URL(one).origin === new URL(other).origin

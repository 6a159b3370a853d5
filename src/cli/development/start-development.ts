import { join } from 'node:path'
import { readConfig, startService, type Config, type RunningService } from '../../service/index.ts'
import { SecretsError } from '../../service/platform/secrets/index.ts'
import { checkPort } from '../check-port.ts'
import { CliError } from '../cli-error.ts'
import { openDataFolder } from './data-folder.ts'
import { isLoopback } from './is-loopback.ts'
import { saveKeys, readSavedKeys, type SavedKeys } from './saved-keys.ts'
import type { SavedSample } from './saved-sample.ts'
import { printApproval } from './print-approval.ts'
import { discardRootKey, readOrCreateRootKey, type RootKeyFile } from './root-key.ts'

export type DevelopmentOptions = {
  host: string
  port: number
  data: string
  sample: boolean
  expose: boolean
  record?: string | undefined
  replay?: string | undefined
  /** Folder with reports of evaluations that the console shows. */
  reports?: string | undefined
}

/** A running development service with the data for its start screen. */
export type Development = {
  url: string
  /** One-time link that signs in to the console; null where other machines could open it. */
  consoleUrl: string | null
  apiKey: string
  userApiKey: string
  orgApiKey: string
  sample: {
    url: string
    trackerUrl: string
    calendarUrl: string
    echoUrl: string
    trackerApiKey: string
  } | null
  /** File that holds the keys. */
  folder: string
  engine: Config['database']['engine']
  /** Whether the project requires confirmation of every connection. */
  confirmsEveryLink(): Promise<boolean>
  close(): Promise<void>
}

type Environment = Record<string, string | undefined>

/**
 * Starts the service on a data folder that holds its root key and API keys, and stores what the
 * next start needs.
 */
export const startDevelopment = async (
  options: DevelopmentOptions,
  environment: Environment,
): Promise<Development> => {
  rejectExposure(options)
  // Files written from here on are only readable by this user.
  process.umask(0o077)
  const folder = await openDataFolder(options.data)
  const rootKey = await readOrCreateRootKey(folder, environment)
  const config = toConfig(options, environment, folder, rootKey)
  const database = databaseName(config)
  const kept = await readSavedKeys(folder, database)
  await checkPort(config)
  // Loaded on demand: the sample is a separate service.
  const samples = options.sample ? await import('./saved-sample.ts') : undefined
  const sample = (await samples?.startSavedSample(folder)) ?? null
  const service = await startService({
    ...config,
    ...toRecording(options),
    onApprovalRequested: printApproval,
    egressAllow: [...config.egressAllow, ...ownMachine],
  }).catch(async (error: unknown) => {
    await sample?.service.close()
    // The key decrypts nothing, so nothing was encrypted with it.
    if (rootKey.isNew && error instanceof SecretsError) await discardRootKey(folder)
    throw error
  })
  const close = async () => {
    await service.close()
    await sample?.service.close()
  }
  try {
    const keys = requireKeys(service, kept, { folder, config })
    const url = toReachableUrl(service.url)
    await saveKeys(folder, {
      ...keys,
      url,
      database,
      managed: {
        pid: process.pid,
        file: config.oauthAppsFile.path,
        publicUrl: config.publicUrl ?? service.url,
      },
    })
    if (sample) await samples?.importSampleToolkits(folder, sample, { url, apiKey: keys.apiKey })
    return {
      url,
      consoleUrl: isLoopback(options.host) ? await service.createConsoleLink() : null,
      ...keys,
      sample: sample && toSample(sample),
      folder,
      engine: config.database.engine,
      confirmsEveryLink: () => confirmsEveryLink({ baseUrl: url, apiKey: keys.apiKey }),
      close,
    }
  } catch (error) {
    await close()
    if (rootKey.isNew && !service.firstKeys) await discardRootKey(folder)
    throw error
  }
}

/** Loads a client, which only the start screen needs. */
const confirmsEveryLink = async (connection: {
  baseUrl: string
  apiKey: string
}): Promise<boolean> => {
  const { createClient } = await import('../../client/index.ts')
  const config = await createClient(connection).projects.getConfig()
  return config.require_connection_confirmation
}

/**
 * A developer's first API usually runs on loopback. Files are excluded, because a model may write
 * their addresses.
 */
const ownMachine = ['127.0.0.0/8', '::1/128'].map((range) => `tool+mcp+import+oauth@${range}`)

const rejectExposure = ({ host, expose }: DevelopmentOptions): void => {
  if (expose || isLoopback(host)) return
  throw new CliError(`Other machines could reach the development service on ${host}`, {
    suggestedFix: 'Omit --host, or add --expose if that is intended',
  })
}

const toConfig = (
  options: DevelopmentOptions,
  environment: Environment,
  folder: string,
  rootKey: RootKeyFile,
): Config & Required<Pick<Config, 'oauthAppsFile'>> => {
  const chosen = {
    PLUGBOARD_HOST: options.host,
    PLUGBOARD_PORT: String(options.port),
    PLUGBOARD_DATA: folder,
    PLUGBOARD_ROOT_KEYS: rootKey.text,
    ...(options.reports !== undefined && { PLUGBOARD_EVAL_REPORTS: options.reports }),
  }
  const config = readConfig({ ...environment, ...chosen }, { PLUGBOARD_LOG_LEVEL: 'warn' })
  // `toolkits setup --managed` writes it.
  const ownFile = { path: join(folder, 'oauth-apps.json'), isOptional: true }
  return { ...config, oauthAppsFile: config.oauthAppsFile ?? ownFile }
}

const toRecording = ({ record, replay }: DevelopmentOptions): Pick<Config, 'recording'> => {
  if (record !== undefined) return { recording: { mode: 'record', folder: record } }
  return replay === undefined ? {} : { recording: { mode: 'replay', folder: replay } }
}

/**
 * Identifies the database without its password, so that keys are never shown for a different one.
 */
const databaseName = ({ database }: Config): string => {
  if (database.engine === 'sqlite') return 'sqlite'
  const { host, pathname } = new URL(database.url)
  return `postgres://${host}${pathname}`
}

type Keys = Pick<SavedKeys, 'apiKey' | 'userApiKey' | 'orgApiKey'>

const requireKeys = (
  service: RunningService,
  kept: SavedKeys | undefined,
  { folder, config }: { folder: string; config: Config },
): Keys => {
  if (service.firstKeys) return service.firstKeys
  if (kept) return { apiKey: kept.apiKey, userApiKey: kept.userApiKey, orgApiKey: kept.orgApiKey }
  const afresh =
    config.database.engine === 'sqlite'
      ? `delete ${folder}, or choose another folder with --data`
      : 'use an empty database'
  throw new CliError(
    `The keys of this database are not in ${folder}/keys.json, and the service stores only their hashes`,
    {
      suggestedFix: `Restore keys.json and root.key from the first start. To start over, ${afresh}; toolkits and connected accounts are then lost`,
    },
  )
}

/** Replaces the wildcard address, to which not every system allows connections. */
const toReachableUrl = (url: string): string =>
  url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')

const toSample = ({
  service: { url, trackerUrl, calendarUrl, echoUrl, trackerApiKey },
}: SavedSample): Development['sample'] => ({ url, trackerUrl, calendarUrl, echoUrl, trackerApiKey })

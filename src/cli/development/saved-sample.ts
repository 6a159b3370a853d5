import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { createClient, type Client } from '../../client/index.ts'
import { importAndWait, type ImportRequest } from '../import-and-wait.ts'
import { sampleToolkits, type SampleToolkit } from '../../sample/sample-toolkits.ts'
import { startSampleService, type SampleService } from '../../sample/start-sample-service.ts'
import { openSavedHooks } from './saved-hooks.ts'
import { readPrivateJson, writePrivateJson } from './private-file.ts'

const keptSample = z.object({
  url: z.string(),
  trackerApiKey: z.string(),
  calendarClientSecret: z.string().optional(),
  /**
   * The auth config of the calendar's OAuth application, and the calendar's address when it was
   * created.
   */
  calendarAuthConfig: z.object({ id: z.string(), url: z.string() }).optional(),
  /** Toolkit -> digest of the last import. */
  imported: z.record(z.string(), z.string()),
})

/** A running sample service, and the stored state of the previous run. */
export type SavedSample = { service: SampleService; before: z.infer<typeof keptSample> | undefined }

/**
 * Starts the sample service at its previous address with its previous secrets, so that connected
 * accounts keep working.
 */
export const startSavedSample = async (folder: string): Promise<SavedSample> => {
  const before = await readPrivateJson(toPath(folder), keptSample)
  const service = await start(folder, before)
  await writePrivateJson(toPath(folder), {
    imported: {},
    ...before,
    url: before?.url ?? service.url,
    ...secretsOf(service),
  })
  return { service, before }
}

const start = async (folder: string, before: SavedSample['before']): Promise<SampleService> => {
  const hooks = await openSavedHooks(folder)
  if (!before) return startSampleService(hooks)
  const { url, trackerApiKey, calendarClientSecret } = before
  const options = {
    ...hooks,
    port: Number(new URL(url).port),
    trackerApiKey,
    ...(calendarClientSecret !== undefined && { calendarClientSecret }),
  }
  return startSampleService(options).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    return startSampleService({ ...options, port: 0 })
  })
}

/**
 * Imports the sample's toolkits if they are missing or have changed, and registers the service with
 * the calendar.
 */
export const importSampleToolkits = async (
  folder: string,
  { service, before }: SavedSample,
  connection: { url: string; apiKey: string },
): Promise<void> => {
  const client = createClient({ baseUrl: connection.url, apiKey: connection.apiKey })
  const hasMoved = before?.url !== service.url
  const requests = sampleToolkits(service).map((toolkit) => toRequest(toolkit, hasMoved))
  const present = await listPresent(client)
  const outdated = requests.filter(
    (request) => !present.has(request.slug) || before?.imported[request.slug] !== toDigest(request),
  )
  await Promise.all(outdated.map((request) => importAndWait(client, request)))
  // Credentials are bound to the toolkit's address. After a move, accounts must be connected again,
  // under an auth config with the new address.
  if (hasMoved && present.has('tracker'))
    await client.authConfigs.create({ body: { toolkit: { slug: 'tracker' } } })
  const { redirectUri, ...calendarAuthConfig } = await openCalendarAuthConfig(
    client,
    service,
    before?.calendarAuthConfig,
  )
  service.registerRedirectUri(redirectUri)
  await writePrivateJson(toPath(folder), {
    url: service.url,
    ...secretsOf(service),
    calendarAuthConfig,
    imported: Object.fromEntries(requests.map((request) => [request.slug, toDigest(request)])),
  })
}

const secretsOf = ({ trackerApiKey, calendarClient }: SampleService) => ({
  trackerApiKey,
  calendarClientSecret: calendarClient.secret,
})

/**
 * Returns the previous auth config, unless it was deleted or the calendar has moved: its accounts
 * would still use the old address.
 */
const openCalendarAuthConfig = async (
  client: Client,
  { calendarUrl, calendarClient }: SampleService,
  before: z.infer<typeof keptSample>['calendarAuthConfig'],
) => {
  const { items } = await client.authConfigs.list({
    query: { toolkit_slug: ['calendar'], show_disabled: true, limit: 1000 },
  })
  const kept = before?.url === calendarUrl ? items.find(({ id }) => id === before.id) : undefined
  if (kept?.redirect_uri) return { id: kept.id, url: calendarUrl, redirectUri: kept.redirect_uri }
  const credentials = { client_id: calendarClient.id, client_secret: calendarClient.secret }
  const { redirect_uri } = await client.authConfigs.reserveRedirectUri()
  const auth_config = {
    name: 'Sample calendar',
    type: 'use_custom_auth' as const,
    authScheme: 'OAUTH2' as const,
    credentials,
    redirect_uri,
  }
  const {
    auth_config: { id },
  } = await client.authConfigs.create({ body: { toolkit: { slug: 'calendar' }, auth_config } })
  return { id, url: calendarUrl, redirectUri: redirect_uri }
}

const toRequest = (
  { openapi, ...toolkit }: SampleToolkit,
  movedHost: boolean,
): ImportRequest & { slug: string } => ({
  ...toolkit,
  source: { openapi },
  ...(movedHost && { accept_host_change: true }),
})

const listPresent = async (client: Client): Promise<Set<string>> => {
  const { items } = await client.toolkits.list({ query: { managed_by: 'project', limit: 1000 } })
  return new Set(items.map(({ slug }) => slug))
}

/** A changed host alone does not count as a change of the import. */
const toDigest = (request: ImportRequest): string =>
  createHash('sha256')
    .update(JSON.stringify({ ...request, accept_host_change: undefined }))
    .digest('base64url')

const toPath = (folder: string) => join(folder, 'sample.json')

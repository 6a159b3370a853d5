import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { createClient, type Client } from '../../client/index.ts'
import { importAndWait, type ImportRequest } from '../import-and-wait.ts'
import { sampleToolkits, type SampleToolkit } from '../sample/sample-toolkits.ts'
import { startSampleService, type SampleService } from '../sample/start-sample-service.ts'
import { readPrivateJson, writePrivateJson } from './private-file.ts'

const keptSample = z.object({
  url: z.string(),
  trackerApiKey: z.string(),
  /** Toolkit -> digest of what was imported last. */
  imported: z.record(z.string(), z.string()),
})

/** A running sample service, and what is known of the one before. */
export type KeptSample = { service: SampleService; before: z.infer<typeof keptSample> | undefined }

/** Starts the sample service where it was before, with the key it had, so that connected accounts go on working. */
export const startKeptSample = async (folder: string): Promise<KeptSample> => {
  const before = await readPrivateJson(toPath(folder), keptSample)
  const service = await start(before)
  await writePrivateJson(toPath(folder), { imported: {}, ...before, url: before?.url ?? service.url, trackerApiKey: service.trackerApiKey })
  return { service, before }
}

const start = async (before: KeptSample['before']): Promise<SampleService> => {
  if (!before) return startSampleService()
  const options = { port: Number(new URL(before.url).port), trackerApiKey: before.trackerApiKey }
  return startSampleService(options).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    return startSampleService({ ...options, port: 0 })
  })
}

/** Imports the toolkits of the sample where they are missing or have changed since. */
export const importSampleToolkits = async (folder: string, { service, before }: KeptSample, connection: { url: string; apiKey: string }): Promise<void> => {
  const client = createClient({ baseUrl: connection.url, apiKey: connection.apiKey })
  const requests = sampleToolkits(service).map((toolkit) => toRequest(toolkit, before?.url !== service.url))
  const present = await listPresent(client)
  const outdated = requests.filter((request) => !present.has(request.slug) || before?.imported[request.slug] !== toDigest(request))
  await Promise.all(outdated.map((request) => importAndWait(client, request)))
  await writePrivateJson(toPath(folder), {
    url: service.url,
    trackerApiKey: service.trackerApiKey,
    imported: Object.fromEntries(requests.map((request) => [request.slug, toDigest(request)])),
  })
}

const toRequest = ({ openapi, currentUser, triggers, ...toolkit }: SampleToolkit, movedHost: boolean): ImportRequest => ({
  slug: toolkit.slug,
  name: toolkit.name,
  description: toolkit.description,
  categories: toolkit.categories,
  source: { openapi },
  triggers,
  ...(currentUser && { current_user: currentUser }),
  ...(movedHost && { accept_host_change: true }),
})

const listPresent = async (client: Client): Promise<Set<string>> => {
  const { items } = await client.toolkits.list({ query: { managed_by: 'project', limit: 1000 } })
  return new Set(items.map(({ slug }) => slug))
}

/** Whether the host changed is no part of what is imported. */
const toDigest = (request: ImportRequest): string =>
  createHash('sha256').update(JSON.stringify({ ...request, accept_host_change: undefined })).digest('base64url')

const toPath = (folder: string) => join(folder, 'sample.json')

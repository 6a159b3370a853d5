/**
 * Records the answers again, with the sample tracker behind the tools:
 *
 *     node -C plugboard-source examples/eval-harness/record.ts
 *
 * By default the model is scripted. If OPENAI_API_KEY and EVAL_MODEL are set, it is that model of
 * OpenAI, which costs money.
 */
import { rm } from 'node:fs/promises'
import { Plugboard } from 'plugboard'
import { openai, openCassettes, runSuite } from 'plugboard/evals'
import OpenAI from 'openai'
import { openService } from '../support/open-service.ts'
import { readHarnessCases, recordings } from './files.ts'
import { createScriptedClient } from './scripted-client.ts'

await using service = await openService()
const cases = await readHarnessCases()
const model = process.env['EVAL_MODEL']
const runner =
  model === undefined
    ? openai(await createScriptedClient(cases), 'scripted')
    : openai(new OpenAI(), model)
await rm(recordings, { recursive: true, force: true })
const plugboard = new Plugboard({ baseUrl: service.url, apiKey: service.apiKey })
// Sequentially, because some cases change the tracker.
const runs = await runSuite(
  { cases, runners: [runner] },
  {
    cassettes: openCassettes({ folder: recordings, mode: 'record' }),
    plugboard,
    userId: 'ada',
    concurrency: 1,
  },
)
for (const {
  case: { id },
  error,
} of runs)
  if (error) throw new Error(`${id}: ${error.message}`)
console.log(
  `Recorded ${runs.length} cases, of which ${runs.filter(({ passed }) => passed).length} passed`,
)

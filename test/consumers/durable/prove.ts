/**
 * Proves that durable runtimes which execute a step again, because its result was lost, make a call
 * once. The runtimes are real, in the test environments of their packages, which need no server.
 *
 * `npm ci` in this folder installs the packages; `.ci/run --full` runs this.
 */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { InngestTestEngine } from '@inngest/test'
import { MockActivityEnvironment } from '@temporalio/testing'
import { Inngest } from 'inngest'
import { aiTools } from '../../../adapters/ai/index.ts'
import { Plugboard } from '../../../src/index.ts'
import { startService } from '../../../src/service/index.ts'
import { startThirdParty } from './third-party.ts'

const thirdParty = await startThirdParty()
const folder = await mkdtemp(join(tmpdir(), 'plugboard-durable-'))
const service = await startService({
  host: '127.0.0.1',
  port: 0,
  database: { engine: 'sqlite', folder },
  rootKeys: `1:${Buffer.alloc(32, 7).toString('base64')}`,
  egressAllow: [thirdParty.host],
  logLevel: 'warn',
  toolTimeoutMs: 10_000,
  maximumResponseBytes: 5 * 1024 * 1024,
  retentionDays: 30,
  checkAnswers: true,
})
const apiKey = service.firstKeys?.apiKey ?? ''
const plugboard = new Plugboard({ baseUrl: service.url, apiKey })

/** A step: what a model called, as the runtime stored it. */
const createInvoice = async (
  sessionId: string,
  { id, customer }: { id: string; customer: string },
) => {
  const session = await plugboard.useSession(sessionId)
  const tools = await aiTools(session, { tools: ['BILLING_CREATE_INVOICE'], conversation: 'run 1' })
  return tools['BILLING_CREATE_INVOICE']?.execute?.(
    { customer },
    { toolCallId: id, messages: [], context: {} },
  )
}

const proveInngest = async (sessionId: string): Promise<void> => {
  const inngest = new Inngest({ id: 'durable', isDev: true })
  let attempts = 0
  const order = inngest.createFunction(
    { id: 'order', triggers: [{ event: 'order/placed' }], retries: 3 },
    ({ step }) =>
      step.run('create invoice', async () => {
        const result = await createInvoice(sessionId, { id: 'call_0', customer: 'inngest' })
        attempts += 1
        // The worker is lost before the step's result is stored.
        if (attempts === 1) throw new Error('The worker was lost')
        return result
      }),
  )
  const first = await new InngestTestEngine({ function: order }).execute()
  assert(first.error, 'the first attempt was not lost')
  const { result } = await new InngestTestEngine({ function: order }).execute()
  assert.match(JSON.stringify(result), /"data":\{"number":1\}/)
  assert.equal(attempts, 2)
  assert.equal(thirdParty.count('inngest'), 1)
  console.log('Inngest (InngestTestEngine): 2 attempts, 1 invoice')
}

const proveTemporal = async (sessionId: string): Promise<void> => {
  const call = { id: 'call_0', customer: 'temporal' }
  const results = []
  for (const attempt of [1, 2])
    results.push(await new MockActivityEnvironment({ attempt }).run(createInvoice, sessionId, call))
  assert.deepEqual(results[1], results[0])
  assert.equal(thirdParty.count('temporal'), 1)
  console.log('Temporal (MockActivityEnvironment): 2 attempts, 1 invoice')
}

/** Its runtime needs the transformations of a bundler, which its plugin for Vitest makes. */
const proveWorkflow = async (sessionId: string): Promise<void> => {
  const tests = spawn('npx', ['vitest', 'run', '--root', import.meta.dirname], {
    env: {
      ...process.env,
      PLUGBOARD_BASE_URL: service.url,
      PLUGBOARD_API_KEY: apiKey,
      PLUGBOARD_SESSION: sessionId,
    },
    stdio: 'inherit',
  })
  assert.deepEqual(await once(tests, 'exit'), [0, null])
  assert.equal(thirdParty.count('workflow'), 1)
  console.log('Workflow DevKit (DurableAgent, @workflow/vitest): 2 attempts, 1 invoice')
}

try {
  const { id } = await plugboard.client.toolkits.import({
    body: { slug: 'billing', source: { openapi: thirdParty.description } },
  })
  while (!(await plugboard.client.toolkits.getImport({ params: { id } })).report) await wait(50)
  const session = await plugboard.createSession('ada')
  await promisify(execFile)('../../../node_modules/.bin/tsc', ['-p', '.'])
  await proveInngest(session.id)
  await proveTemporal(session.id)
  await proveWorkflow(session.id)
  console.log('passed: durable runtimes make a call once')
} finally {
  await service.close()
  await thirdParty.close()
  await rm(folder, { recursive: true })
}

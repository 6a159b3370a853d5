import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it, onTestFinished } from 'vitest'
import { documentLimits } from '../../../src/service/platform/untrusted-text/index.ts'
import { parseText } from '../../../src/service/platform/untrusted-text/parse-text.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { connectWorkers } from '../../support/operations/connect-workers.ts'
import { executeOperations } from '../../support/operations/execute-operations.ts'
import { listOperations } from '../../support/operations/list-operations.ts'
import { startPrism } from '../../support/prism.ts'
import { withoutResponses } from '../../support/without-responses.ts'
import { startRecorder } from '../../support/start-recorder.ts'
import { startService } from '../../support/start-service.ts'
import { isThorough } from '../../support/thorough.ts'

const require = createRequire(import.meta.url)
const read = (path: string) =>
  parseText(readFileSync(require.resolve(path)), documentLimits) as Record<string, unknown>

const documents = [
  // A mock of so many operations takes longer than one waits at a desk.
  ...(isThorough
    ? [{ toolkit: 'figma', count: 54, document: read('@figma/rest-api-spec/openapi/openapi.yaml') }]
    : []),
  {
    toolkit: 'galaxy',
    count: 10,
    document: read('@scalar/galaxy/3.1.json'),
    auth: { scheme: 'BEARER_TOKEN' as const },
  },
]

// A mock that nobody here wrote judges every request; `npm run test:github` does the same with
// GitHub's whole description.
it.each(documents)(
  'executes every operation of $toolkit as its description wants it',
  { timeout: 300_000 },
  async ({ toolkit, count, document, auth }) => {
    const prism = await startPrism(withoutResponses(document))
    onTestFinished(prism.close)
    const recorder = await startRecorder(prism.url)
    onTestFinished(recorder.close)
    const { client } = await startService({ egressAllow: [recorder.host] })
    const report = await importToolkit(
      { client },
      {
        slug: toolkit,
        source: { openapi: document },
        base_url: recorder.url,
        ...(auth && { auth }),
      },
    )
    const run = { client, recorder, toolkit, operations: listOperations(document), report }
    await connectWorkers(client, toolkit, 1)

    for (const optional of [false, true]) {
      const outcomes = await executeOperations(run, { optional, workers: 1 })
      expect(outcomes.filter(({ result }) => result !== 'passed')).toEqual([])
      expect(outcomes).toHaveLength(count)
    }
  },
)

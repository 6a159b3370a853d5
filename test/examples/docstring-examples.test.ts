import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findIssues } from '../../examples/support/find-issues.ts'
import { openService } from '../../examples/support/open-service.ts'
import { serveScriptedModel } from '../../examples/support/serve-scripted-model.ts'
import { docstringExamples } from '../readme/docstring-examples.ts'
import { writeExamples } from '../readme/write-examples.ts'
import { isThorough } from '../support/thorough.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const folder = join(root, '.cache/docstring-examples')
// The packages of the others are installed by `test/consumers`, which checks them there.
const examples = docstringExamples().filter(({ name }) => !/^(mastra|claude-agent)-/.test(name))
const programs = examples.map(({ name }) => name).filter((name) => !name.endsWith('-on-demand'))

describe.runIf(isThorough)("the examples of the adapters' docstrings", () => {
  beforeAll(() => writeExamples(folder, root, examples))
  afterAll(() => rm(folder, { recursive: true }))

  test('compile', async () => {
    expect(programs).toHaveLength(7)
    await run('node_modules/.bin/tsc', ['-p', folder], { cwd: root })
  })

  test.each(programs)('%s creates an issue', async (name) => {
    await using service = await openService()
    const model = await serveScriptedModel()
    try {
      await run(process.execPath, ['-C', 'plugboard-source', join(folder, `${name}.ts`)], {
        cwd: root,
        env: {
          PATH: process.env['PATH'] ?? '',
          PLUGBOARD_BASE_URL: service.url,
          PLUGBOARD_API_KEY: service.apiKey,
          OPENAI_BASE_URL: `${model.url}/v1`,
          OPENAI_API_KEY: 'none',
          ANTHROPIC_BASE_URL: model.url,
          ANTHROPIC_API_KEY: 'none',
          GOOGLE_GEMINI_BASE_URL: model.url,
          GEMINI_API_KEY: 'none',
          OPENAI_AGENTS_DISABLE_TRACING: '1',
        },
      })
      const issues = await findIssues(service.tracker!, 'builders that the door is broken')
      expect(issues).toHaveLength(1)
    } finally {
      await model.close()
    }
  })
})

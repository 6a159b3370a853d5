import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findIssues } from '../../examples/support/find-issues.ts'
import { openService } from '../../examples/support/open-service.ts'
import { serveOpenai } from '../adapters/serve-openai.ts'
import { createIssue } from './support/create-issue.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const title = 'The door of the office is broken'
const nextTurn = createIssue(title)

test('the recipes compile', async () => {
  await promisify(execFile)('node_modules/.bin/tsc', ['-p', 'examples/recipes'], { cwd: root })
})

test.each(['strands', 'genkit', 'llamaindex'])(
  'the recipe for %s creates an issue',
  async (name) => {
    await using service = await openService()
    await using model = await serveOpenai(nextTurn, nextTurn, nextTurn)
    const args = ['-C', 'plugboard-source', `examples/recipes/${name}.ts`]
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: {
        PATH: process.env['PATH'] ?? '',
        PLUGBOARD_BASE_URL: service.url,
        PLUGBOARD_API_KEY: service.apiKey,
        OPENAI_BASE_URL: `${model.url}/v1`,
        OPENAI_API_KEY: 'none',
      },
    })
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ])
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
    const issues = await findIssues(service.tracker!, title)
    expect(issues).toHaveLength(1)
    expect(stdout).toContain(issues[0]?.id)
  },
)

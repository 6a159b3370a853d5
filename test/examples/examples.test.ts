import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openService } from '../../examples/support/open-service.ts'
import { findIssues } from '../../examples/support/find-issues.ts'
import { serveScriptedModel } from '../../examples/support/serve-scripted-model.ts'
import { isThorough } from '../support/thorough.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs an example as a reader does, without the settings and keys of whoever runs the tests. */
const runExample = async (
  file: string,
  args: string[] = [],
  { environment = {}, input = '' }: { environment?: Record<string, string>; input?: string } = {},
) => {
  const child = spawn(process.execPath, ['-C', 'plugboard-source', `examples/${file}`, ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', ...environment },
  })
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { code: code as number | null, stdout, stderr }
}

test.runIf(isThorough)('the quickstart goes all the way in each framework', async () => {
  const { code, stdout } = await runExample('quickstart.ts')

  expect(code).toBe(0)
  for (const [number, title] of [
    'Start the service',
    'Connect an account',
    'Create a session',
    'Search its tools',
    'One turn with the Vercel AI SDK',
    'One turn with LangChain',
    'One turn with the OpenAI client',
    'Check the issues in the tracker',
  ].entries()) {
    expect(stdout).toContain(`\n${number + 1}. ${title}`)
  }
  expect(stdout.match(/^Done\. TRACKER_CREATE_ISSUE answered: WEB-\d+ /gm)).toHaveLength(3)
  expect(stdout.match(/^WEB-\d+ .+\(by ada, open\)$/gm)).toHaveLength(3)
})

test.runIf(isThorough)(
  'the example of custom tools runs them, checks what came of it, and its tool is the one of the README',
  async () => {
    const { code, stdout } = await runExample('custom-tools.ts')

    expect(stdout).toMatch(/\nOK\n$/)
    expect(code).toBe(0)
    const [declared] =
      /const findOnCall = [^]*?\n}\)\n/.exec(
        readFileSync(`${root}/examples/custom-tools.ts`, 'utf8'),
      ) ?? []
    expect(readFileSync(`${root}/README.md`, 'utf8')).toContain(`\`\`\`ts\n${declared}\`\`\``)
  },
)

test.runIf(isThorough)(
  'the example of triggers receives a polled and a pushed event, by a handler and by a verified webhook',
  async () => {
    const { code, stdout } = await runExample('triggers.ts')

    expect(stdout).toContain('Refused: The header webhook-id is missing')
    expect(stdout).toMatch(/\nOK\n$/)
    expect(code).toBe(0)
  },
)

test
  .runIf(isThorough)
  .each([
    'ai-sdk-bot.ts',
    'anthropic-bot.ts',
    'google-bot.ts',
    'langchain-bot.ts',
    'openai-bot.ts',
  ])('%s finds a tool, calls it and answers', async (file) => {
  const { code, stdout } = await runExample(file, ['--check'])

  expect(stdout).toMatch(
    /^> Create an issue: (.+)\nDone\. TRACKER_CREATE_ISSUE answered: WEB-\d+ "\1"\nOK\n$/,
  )
  expect(code).toBe(0)
})

test.runIf(isThorough)(
  'a bot talks line by line to the service that the environment names',
  async () => {
    await using service = await openService()
    const environment = { PLUGBOARD_BASE_URL: service.url, PLUGBOARD_API_KEY: service.apiKey }

    const { code, stdout } = await runExample('openai-bot.ts', [], {
      environment,
      input: 'Create an issue: The clock stopped\nList the labels of the tracker\n',
    })

    expect(code).toBe(0)
    expect(stdout).toContain(`Service: ${service.url}. Model: scripted`)
    expect(stdout).toMatch(
      /TRACKER_CREATE_ISSUE answered: .+ "The clock stopped"\n[^]*TRACKER_LIST_LABELS answered: /,
    )
  },
)

test('the program of the README creates an issue', async () => {
  await using service = await openService()
  const model = await serveScriptedModel()
  try {
    const environment = {
      PLUGBOARD_BASE_URL: service.url,
      PLUGBOARD_API_KEY: service.apiKey,
      OPENAI_BASE_URL: `${model.url}/v1`,
      OPENAI_API_KEY: 'none',
    }
    const { code, stdout } = await runExample('readme.ts', [], { environment })

    expect(code).toBe(0)
    const [issue] = await findIssues(service.tracker!, 'The door of the office is broken')
    expect(stdout).toContain(issue?.id)
  } finally {
    await model.close()
  }
})

test('the example of a page with connections makes a token for its own origin', async () => {
  const { code, stdout } = await runExample('connections-page.ts')

  expect(stdout).toMatch(/\nOK\n$/)
  expect(code).toBe(0)
})

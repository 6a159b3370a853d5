import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createSdkMcpServer, type Options } from '@anthropic-ai/claude-agent-sdk'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { expect, test } from 'vitest'
import { claudeAgentTools, type ApprovalCall } from '../../../adapters/anthropic/index.ts'
import { customTool, type Session } from '../../../src/index.ts'
import { openStudio, picture } from '../../adapters/open-studio.ts'
import { docstringExamples } from '../../readme/docstring-examples.ts'
import { writeExamples } from '../../readme/write-examples.ts'

const studio = openStudio()
const sent = () => studio().upstream.received.map(({ body }) => JSON.parse(body) as unknown)

/** The tools as the program of the Claude Agent SDK sees them: through the server in this process. */
const connect = async (tools: Awaited<ReturnType<typeof claudeAgentTools>>) => {
  const { instance } = createSdkMcpServer({ name: 'plugboard', tools })
  const [one, other] = InMemoryTransport.createLinkedPair()
  await instance.connect(one)
  const client = new Client({ name: 'claude', version: '1' })
  await client.connect(other)
  return client
}

test('the tools and the options have the types that the SDK takes', async () => {
  const options = (session: Session): Options => session.mcp.claudeAgent
  expect(options).toBeTypeOf('function')
  await promisify(execFile)('node_modules/.bin/tsc', [
    '-p',
    'test/consumers/claude-agent/tsconfig.json',
  ])
})

test("the example of the adapter's docstring compiles", async () => {
  const examples = docstringExamples().filter(({ name }) => name.startsWith('claude-agent-'))
  expect(examples).toHaveLength(1)
  const folder = join(import.meta.dirname, '.cache/docstring-examples')
  await writeExamples(folder, join(import.meta.dirname, '../../..'), examples)
  await promisify(execFile)('node_modules/.bin/tsc', ['-p', folder])
})

test('tools are listed with their schemas, and called with results, failures and pictures', async () => {
  const session = await studio().plugboard.createSession('ada')
  const slugs = ['STUDIO_PRINT_POSTER', 'STUDIO_TAKE_PICTURE']
  const client = await connect(await claudeAgentTools(session, { tools: slugs, files: true }))

  const { tools } = await client.listTools()
  expect(tools.find(({ name }) => name === 'STUDIO_PRINT_POSTER')).toMatchObject({
    description: 'Print a poster',
    inputSchema: {
      required: ['title'],
      properties: {
        title: { type: 'string', minLength: 2 },
        paper: { type: 'string', enum: ['matt', 'glossy'] },
      },
    },
  })
  const print = (title: unknown) =>
    client.callTool({ name: 'STUDIO_PRINT_POSTER', arguments: { title } })
  expect(await print('north')).toEqual({ content: [{ type: 'text', text: '{"made":"north"}' }] })
  expect(await print('torn')).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^\{"error":.*409.*torn/) }],
  })
  expect(await print(5)).toMatchObject({ isError: true })
  expect(sent()).toEqual([{ title: 'north' }, { title: 'torn' }])
  expect(await client.callTool({ name: 'STUDIO_TAKE_PICTURE', arguments: {} })).toMatchObject({
    content: [
      { type: 'text' },
      { type: 'image', mimeType: 'image/png', data: picture.toString('base64') },
    ],
  })
})

test('custom tools run in this process, and a cancelled request reaches them', async () => {
  const begun = Promise.withResolvers<AbortSignal>()
  const expose = customTool({
    slug: 'expose',
    description: 'Exposes for long',
    input: { type: 'object', properties: {} },
    execute: (_, { signal }) => new Promise(() => begun.resolve(signal)),
  })
  const session = await studio().plugboard.createSession('ada', { customTools: [expose] })
  const client = await connect(await claudeAgentTools(session, { tools: ['LOCAL_EXPOSE'] }))
  const controller = new AbortController()

  const called = client
    .callTool({ name: 'LOCAL_EXPOSE', arguments: {} }, undefined, { signal: controller.signal })
    .catch(() => 'cancelled')
  const signal = await begun.promise
  controller.abort()
  expect(await called).toBe('cancelled')
  await expect.poll(() => signal.aborted).toBe(true)
})

test('a person is asked before a call that needs it', async () => {
  const slugs = ['STUDIO_PRINT_POSTER']
  const session = await studio().plugboard.createSession('ada', { approvals: { tools: slugs } })
  const asked: unknown[] = []
  const approve = ({ arguments: given }: ApprovalCall) => {
    asked.push(given)
    return (given as { title: string }).title === 'yes'
  }
  const client = await connect(await claudeAgentTools(session, { tools: slugs, approve }))
  for (const title of ['yes', 'no'])
    await client.callTool({ name: 'STUDIO_PRINT_POSTER', arguments: { title } })
  expect(asked).toEqual([{ title: 'yes' }, { title: 'no' }])
  expect(sent()).toEqual([{ title: 'yes' }])
})

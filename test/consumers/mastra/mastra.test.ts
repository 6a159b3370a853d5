import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createOpenAI } from '@ai-sdk/openai'
import { Agent } from '@mastra/core/agent'
import { Mastra } from '@mastra/core/mastra'
import { InMemoryStore } from '@mastra/core/storage'
import { createTool } from '@mastra/core/tools'
import { beforeEach, expect, test } from 'vitest'
import { mastraTools, mastraToolsOnDemand } from '../../../adapters/mastra/index.ts'
import { customTool, type Session } from '../../../src/index.ts'
import { aiSdk } from '../../adapters/frameworks/ai-sdk.ts'
import { openStudio, picture } from '../../adapters/open-studio.ts'
import type { Conversation } from '../../adapters/read-conversation.ts'
import { serveOpenai, type Turn } from '../../adapters/serve-openai.ts'
import { docstringExamples } from '../../readme/docstring-examples.ts'
import { writeExamples } from '../../readme/write-examples.ts'

const studio = openStudio()
const sent = () => studio().upstream.received.map(({ body }) => JSON.parse(body) as unknown)
const call = (name: string, given: unknown) => ({ name, arguments: JSON.stringify(given) })
const poster = (title: unknown) => call('STUDIO_PRINT_POSTER', { title })
const done: Turn = { text: 'Done.' }
const slugs = ['STUDIO_PRINT_POSTER']

const seen: Conversation[] = []
const see = (conversation: Conversation): Turn => {
  seen.push(conversation)
  return done
}
const shown = () => seen.at(-1)?.results.map(({ text }) => text) ?? []

const tools = (session: Session, options = {}) =>
  mastraTools(session, createTool, { tools: slugs, ...options })
type Given = Pick<ConstructorParameters<typeof Agent>[0], 'tools' | 'defaultOptions'>

let storage: InMemoryStore
beforeEach(() => {
  storage = new InMemoryStore()
})

/** An agent as each process makes it; runs that wait are in `storage`. */
const openAgent = (url: string, given: Given) => {
  const agent = new Agent({
    id: 'agent',
    name: 'Agent',
    instructions: 'Be brief.',
    // Mastra runs the models of AI SDK 7, but its types take those of earlier versions.
    model: createOpenAI({ apiKey: 'sk-test', baseURL: `${url}/v1` })('scripted') as never,
    ...given,
  })
  return new Mastra({ agents: { agent }, storage, logger: false }).getAgent('agent')
}

test('the adapter has the types that Mastra takes', async () => {
  const wrong = (session: Session) =>
    // @ts-expect-error no such option
    mastraTools(session, createTool, { needsApproval: true })
  expect(wrong).toBeTypeOf('function')
  await promisify(execFile)('node_modules/.bin/tsc', ['-p', 'test/consumers/mastra/tsconfig.json'])
})

test("the examples of the adapter's docstrings compile", async () => {
  const examples = docstringExamples().filter(({ name }) => name.startsWith('mastra-'))
  expect(examples).toHaveLength(2)
  const folder = join(import.meta.dirname, '.cache/docstring-examples')
  await writeExamples(folder, join(import.meta.dirname, '../../..'), examples)
  await promisify(execFile)('node_modules/.bin/tsc', ['-p', folder])
})

test.each([false, true])(
  'an agent makes the calls of an answer, and reads failures and misfits (streamed: %s)',
  async (stream) => {
    const session = await studio().plugboard.createSession('ada')
    await using model = await serveOpenai(
      { calls: [poster('north'), poster('torn'), poster(5)] },
      see,
    )
    const agent = openAgent(model.url, { tools: await tools(session) })

    const text = stream
      ? await (
          await agent.stream('Print them')
        ).text
      : (await agent.generate('Print them')).text

    expect(text).toBe('Done.')
    expect(shown()).toEqual([
      '{"made":"north"}',
      expect.stringMatching(/^\{"error":.*409.*torn/),
      expect.stringMatching(/title.*must be a string; got number/s),
    ])
    expect(sent()).toHaveLength(2)
  },
)

test('the requests are those of the AI SDK with the same answers', async () => {
  const session = await studio().plugboard.createSession('ada')
  const turns = () => [{ calls: [poster('one'), poster('torn')] }, { calls: [poster('two')] }, see]
  await using first = await serveOpenai(...turns())
  await openAgent(first.url, { tools: await tools(session) }).generate('Print them')
  await using second = await serveOpenai(...turns())
  await (await aiSdk.open(session, second.url, { tools: slugs })).say('Print them')

  const [mastra, ai] = seen.slice(-2)
  expect(mastra?.results).toEqual(ai?.results)
  expect(mastra?.tools).toEqual(ai?.tools)
})

test('a picture is shown, and a strict schema is kept to', async () => {
  const session = await studio().plugboard.createSession('ada')
  await using model = await serveOpenai({ calls: [call('STUDIO_TAKE_PICTURE', {})] }, see)
  const options = { tools: ['STUDIO_TAKE_PICTURE'], files: true, profile: 'openai-strict' as const }
  await openAgent(model.url, { tools: await tools(session, options) }).generate('Show it')

  expect(seen.at(-1)?.results[0]?.pictures).toEqual([
    `data:image/png;base64,${picture.toString('base64')}`,
  ])
  expect(model.received[0]?.body).toMatchObject({ tools: [{ strict: true }] })
})

test('the signal of a run reaches the call', async () => {
  const begun = Promise.withResolvers<AbortSignal>()
  const expose = customTool({
    slug: 'expose',
    description: 'Exposes for long',
    input: { type: 'object', properties: {} },
    execute: (_, { signal }) => new Promise(() => begun.resolve(signal)),
  })
  const session = await studio().plugboard.createSession('ada', { customTools: [expose] })
  await using model = await serveOpenai({ calls: [call('LOCAL_EXPOSE', {})] })
  const controller = new AbortController()
  const agent = openAgent(model.url, { tools: await tools(session, { tools: ['LOCAL_EXPOSE'] }) })

  const said = agent.generate('Expose', { abortSignal: controller.signal }).catch(() => 'ended')
  const signal = await begun.promise
  controller.abort()
  await said
  expect(signal.aborted).toBe(true)
  expect(model.received).toHaveLength(1)
})

test('a call that needs it waits for a person, who approves it once, in another process', async () => {
  const session = await studio().plugboard.createSession('ada', { approvals: { tools: slugs } })
  await using model = await serveOpenai({ calls: [poster('approved')] }, done)
  const agent = openAgent(model.url, { tools: await tools(session) })

  const waiting = await agent.generate('Print it')
  expect(waiting.finishReason).toBe('suspended')
  expect(sent()).toEqual([])

  const reopened = await studio().plugboard.useSession(session.id)
  const other = openAgent(model.url, { tools: await tools(reopened) })
  const toolCallId = waiting.suspendPayload?.toolCallId as string | undefined
  const { text } = await other.approveToolCallGenerate({
    runId: waiting.runId ?? '',
    ...(toolCallId !== undefined && { toolCallId }),
  })

  expect(text).toBe('Done.')
  expect(sent()).toEqual([{ title: 'approved' }])
  expect((await session.approvals.list()).items.map(({ status }) => status)).toEqual(['used'])
})

test('a declined call is never sent', async () => {
  const session = await studio().plugboard.createSession('ada', { approvals: { tools: slugs } })
  await using model = await serveOpenai({ calls: [poster('declined')] }, see)
  const agent = openAgent(model.url, { tools: await tools(session) })

  const { runId = '' } = await agent.generate('Print it')
  await agent.declineToolCallGenerate({ runId })
  expect(shown().join()).toMatch(/not approved|declined/i)
  expect(sent()).toEqual([])
})

test('a tool that is run without an agent asks nobody, so it waits in the service', async () => {
  const session = await studio().plugboard.createSession('ada', { approvals: { tools: slugs } })
  const { STUDIO_PRINT_POSTER: made } = await tools(session)
  const toolArguments = { title: 'direct' }
  await made?.execute?.(toolArguments, {} as never)
  expect(sent()).toEqual([])
})

test('a call that is made again is executed once', async () => {
  const session = await studio().plugboard.createSession('ada')
  for (const thread of ['one', 'one', 'two']) {
    await using model = await serveOpenai({ calls: [poster('again')] }, done)
    const made = await tools(session, { conversation: thread })
    await openAgent(model.url, { tools: made }).generate('Print it')
  }
  expect(sent()).toEqual([{ title: 'again' }, { title: 'again' }])
})

test('a found tool is callable in the next step', async () => {
  const session = await studio().plugboard.createSession('ada')
  const queries = [{ use_case: 'print a poster' }]
  await using model = await serveOpenai(
    { calls: [call('SVC_SEARCH_TOOLS', { queries })] },
    { calls: [poster('found')] },
    see,
  )
  const { tools: meta, prepareStep } = await mastraToolsOnDemand(session, createTool)
  const agent = openAgent(model.url, { tools: meta, defaultOptions: { prepareStep } })

  expect((await agent.generate('Print it')).text).toBe('Done.')
  expect(sent()).toEqual([{ title: 'found' }])
  const [first, second, third] = model.received.map(
    ({ body }) => (body as { tools: { name: string }[] }).tools,
  )
  expect(first?.map(({ name }) => name)).not.toContain('STUDIO_PRINT_POSTER')
  expect(second?.slice(0, first?.length)).toEqual(first)
  expect(third).toEqual(second)
})

import { expect, test } from 'vitest'
import { customTool } from '../../src/index.ts'
import { verifies } from '../requirements.ts'
import { frameworks } from './frameworks/index.ts'
import { openStudio, picture } from './open-studio.ts'
import type { Conversation } from './read-conversation.ts'
import { serveOpenai, type FunctionCall, type Turn } from './serve-openai.ts'

const studio = openStudio()

const poster = (given: unknown): FunctionCall => ({
  name: 'STUDIO_PRINT_POSTER',
  arguments: typeof given === 'string' ? given : JSON.stringify(given),
})
const open = (name: string) => studio().plugboard.createSession(`${name}'s user`)
const sent = () => studio().upstream.received.map(({ body }) => JSON.parse(body))

/** Answers with what it was shown. */
const seen: Conversation[] = []
const see = (conversation: Conversation): Turn => {
  seen.push(conversation)
  return { text: 'Done.' }
}
const shown = () => seen.at(-1)?.results.map(({ text }) => text) ?? []

test.each(frameworks)(
  '$name makes the calls of an answer, and shows what came of them in their order',
  async ({ name, open: start }) => {
    verifies('adapters.calls')
    await using model = await serveOpenai(
      { calls: ['north', 'torn', 'south'].map((title) => poster({ title })) },
      see,
    )
    const agent = await start(await open(name), model.url, { tools: ['STUDIO_PRINT_POSTER'] })

    expect(await agent.say('Print them')).toBe('Done.')
    expect(shown()).toEqual([
      '{"made":"north"}',
      expect.stringMatching(/^\{"error":.*409.*torn/),
      '{"made":"south"}',
    ])
    expect(sent().toSorted((one, other) => one.title.localeCompare(other.title))).toEqual([
      { title: 'north' },
      { title: 'south' },
      { title: 'torn' },
    ])
  },
)

test.each(frameworks)(
  '$name answers arguments that do not fit in words, and goes on',
  async ({ name, open: start }) => {
    verifies('adapters.misfits')
    const correct = (conversation: Conversation): Turn => {
      see(conversation)
      return { calls: [poster({ title: 'mended' })] }
    }
    await using model = await serveOpenai(
      { calls: [poster({ title: 5, copies: 'many' })] },
      correct,
      { text: 'Done.' },
    )
    const agent = await start(await open(name), model.url, { tools: ['STUDIO_PRINT_POSTER'] })

    expect(await agent.say('Print it')).toBe('Done.')
    expect(shown()).toEqual([
      expect.stringMatching(/`title` must be a string; got 5.*`copies` must be an integer/s),
    ])
    expect(sent()).toEqual([{ title: 'mended' }])
  },
)

// LangChain ends a turn with malformed arguments by itself; Anthropic and Gemini answer them parsed.
test.each(frameworks.filter(({ name }) => !/Lang|Anthropic|Google/.test(name)))(
  '$name survives malformed arguments',
  async ({ name, open: start }) => {
    verifies('adapters.misfits')
    await using model = await serveOpenai(
      { calls: [poster('{"title":')] },
      { calls: [poster({ title: 'mended' })] },
      see,
    )
    const agent = await start(await open(name), model.url, { tools: ['STUDIO_PRINT_POSTER'] })

    expect(await agent.say('Print it')).toBe('Done.')
    expect(shown().at(-1)).toBe('{"made":"mended"}')
  },
)

test.each(frameworks)(
  '$name passes its signal on to the call under way, and asks the model nothing more',
  async ({ name, open: start }) => {
    verifies('adapters.abort')
    const begun = Promise.withResolvers<void>()
    const given = Promise.withResolvers<AbortSignal>()
    const expose = customTool({
      slug: 'expose',
      description: 'Exposes for long',
      input: { type: 'object', properties: {} },
      execute: (_, { signal }) =>
        new Promise(() => {
          given.resolve(signal)
          begun.resolve()
        }),
    })
    const session = await studio().plugboard.createSession(`${name}'s user`, {
      customTools: [expose],
    })
    await using model = await serveOpenai({ calls: [{ name: 'LOCAL_EXPOSE', arguments: '{}' }] })
    const agent = await start(session, model.url, { tools: ['LOCAL_EXPOSE'] })
    const controller = new AbortController()

    const said = agent.say('Expose', { signal: controller.signal }).catch(() => 'ended')
    await begun.promise
    controller.abort()
    await said

    expect((await given.promise).aborted).toBe(true)
    expect(model.received).toHaveLength(1)
  },
)

test.each(frameworks)(
  '$name shows a large result as a preview, of which parts can be read',
  async ({ name, open: start }) => {
    verifies('adapters.large')
    const readPart = ({ results }: Conversation): Turn => {
      const { handle } = JSON.parse(results[0]?.text ?? '{}') as { handle: string }
      return {
        calls: [
          {
            name: 'SVC_READ_RESULT',
            arguments: JSON.stringify({ handle, path: 'prints[1234].title' }),
          },
        ],
      }
    }
    await using model = await serveOpenai(
      { calls: [{ name: 'STUDIO_LIST_ARCHIVE', arguments: '{}' }] },
      readPart,
      see,
    )
    const agent = await start(await open(name), model.url, {
      tools: ['STUDIO_LIST_ARCHIVE', 'SVC_READ_RESULT'],
    })

    await agent.say('What is print 1234?')
    const [preview = '', part = ''] = shown()
    expect(preview.length).toBeLessThan(4000)
    expect(JSON.parse(part)).toMatchObject({ value: 'Print 1234' })
  },
)

const withPictures = frameworks.filter(({ name }) => !name.startsWith('Chat Completions'))

test.each(withPictures)(
  '$name shows a picture that a tool answered',
  async ({ name, open: start }) => {
    verifies('adapters.files')
    await using model = await serveOpenai(
      { calls: [{ name: 'STUDIO_TAKE_PICTURE', arguments: '{}' }] },
      see,
    )
    const agent = await start(await open(name), model.url, {
      tools: ['STUDIO_TAKE_PICTURE'],
      files: true,
    })

    expect(await agent.say('Show it')).toBe('Done.')
    const [result] = seen.at(-1)?.results ?? []
    expect(result?.pictures).toEqual([`data:image/png;base64,${picture.toString('base64')}`])
    expect(JSON.parse(result?.text ?? '')).toMatchObject({
      file: { content_type: 'image/png', size: picture.length },
    })
  },
)

test.each(frameworks)(
  "$name has the model keep to a schema in OpenAI's strict form, and sends what the original means",
  async ({ name, open: start }) => {
    verifies('adapters.profile')
    await using model = await serveOpenai(
      { calls: [poster({ title: 'strict', copies: null, note: null, paper: 'matt' })] },
      see,
    )
    const agent = await start(await open(name), model.url, {
      tools: ['STUDIO_PRINT_POSTER'],
      profile: 'openai-strict',
    })

    expect(await agent.say('Print it')).toBe('Done.')
    const { parameters, strict } = readTool(model.received[0]?.body)
    expect(parameters).toMatchObject({
      required: ['title', 'copies', 'note', 'paper'],
      additionalProperties: false,
    })
    // LangChain says so for all tools of a request at once: `bindTools(tools, { strict: true })`.
    // Gemini has no strict mode.
    if (!name.includes('Lang') && !name.includes('Google')) expect(strict).toBe(true)
    expect(shown()).toEqual(['{"made":"strict"}'])
    expect(sent()).toEqual([{ title: 'strict', paper: 'matt' }])
  },
)

type SentTool = { strict?: boolean; parameters?: object; input_schema?: object }
type SentTools = SentTool & {
  function?: SentTool
  functionDeclarations?: { parametersJsonSchema?: object }[]
}

/** The first tool of a request, in whichever interface. */
const readTool = (body: unknown): Pick<SentTool, 'strict' | 'parameters'> => {
  const { tools } = body as { tools: SentTools[] }
  const [tool = {}] = tools
  const { strict, parameters, input_schema: schema } = tool.function ?? tool
  return {
    strict,
    parameters: parameters ?? schema ?? tool.functionDeclarations?.[0]?.parametersJsonSchema,
  }
}

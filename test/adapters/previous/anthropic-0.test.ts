import Anthropic from 'anthropic-sdk-0'
import { ToolError } from 'anthropic-sdk-0/lib/tools/ToolError'
import { expect, test } from 'vitest'
import { anthropicTools, anthropicToolsOnDemand } from '../../../adapters/anthropic/index.ts'
import { serveSession } from '../../provider/serve-session.ts'
import { verifies } from '../../requirements.ts'
import { openStudio } from '../open-studio.ts'
import type { Conversation } from '../read-conversation.ts'
import { serveOpenai } from '../serve-openai.ts'

const studio = openStudio()

test.each([false, true])(
  'version 0 of the Anthropic client runs the tools (streamed: %s)',
  async (stream) => {
    verifies('adapters.previous')
    await using service = await serveSession()
    let seen: Conversation | undefined
    await using model = await serveOpenai(
      {
        calls: ['a', 'b'].map((title) => ({
          name: 'TRACKER_CREATE_ISSUE',
          arguments: JSON.stringify({ title }),
        })),
      },
      (conversation) => {
        seen = conversation
        return { text: 'Done.' }
      },
    )
    const session = await service.plugboard.createSession('ada')
    // What the compiler makes of it is tried in test/types/previous-majors.test.ts, with the types of
    // this major everywhere.
    const tools = (await anthropicTools(session, { tools: ['TRACKER_CREATE_ISSUE'] })) as never
    const anthropic = new Anthropic({ apiKey: 'sk-test', baseURL: model.url })

    const runner = anthropic.beta.messages.toolRunner({
      model: 'scripted',
      max_tokens: 1000,
      stream,
      tools,
      messages: [{ role: 'user', content: 'Report both' }],
    })
    const { content } = await runner.runUntilDone()

    expect(content).toMatchObject([{ type: 'text', text: 'Done.' }])
    expect(seen?.results.map(({ text }) => text)).toEqual(
      ['a', 'b'].map((title) => `{"made":{"title":"${title}"}}`),
    )
  },
)

test('version 0 has what the adapter loads, and its runner reads the array of tools again', async () => {
  verifies('adapters.previous')
  expect(new ToolError('x')).toMatchObject({ content: 'x' })

  const session = await studio().plugboard.createSession('ada')
  await using model = await serveOpenai(
    {
      calls: [
        { name: 'SVC_SEARCH_TOOLS', arguments: '{"queries":[{"use_case":"print a poster"}]}' },
      ],
    },
    { text: 'Done.' },
  )
  const tools = (await anthropicToolsOnDemand(session)) as never
  await new Anthropic({ apiKey: 'sk-test', baseURL: model.url }).beta.messages.toolRunner({
    model: 'scripted',
    max_tokens: 1000,
    tools,
    messages: [{ role: 'user', content: 'Report it' }],
  })

  const [first, second] = model.received.map(
    ({ body }) => (body as { tools: { name: string }[] }).tools,
  )
  expect(first?.map(({ name }) => name)).not.toContain('STUDIO_PRINT_POSTER')
  expect(second?.map(({ name }) => name)).toContain('STUDIO_PRINT_POSTER')
})

import OpenAI from 'openai-6'
import { expect, test } from 'vitest'
import { openaiTools, runChat, runResponses } from '../../../adapters/openai/index.ts'
import { serveSession } from '../../provider/serve-session.ts'
import { verifies } from '../../requirements.ts'
import { serveOpenai } from '../serve-openai.ts'

test.each([false, true])(
  'openai 6 carries on both kinds of conversation (streamed: %s)',
  async (isStreamed) => {
    verifies('adapters.previous')
    await using service = await serveSession()
    const calls = {
      calls: ['a', 'b'].map((title) => ({
        name: 'TRACKER_CREATE_ISSUE',
        arguments: JSON.stringify({ title }),
      })),
    }
    await using model = await serveOpenai(calls, { text: 'Done.' }, calls, { text: 'Done.' })
    // What the compiler makes of it is tried in test/types/previous-majors.test.ts, with the types
    // of this major everywhere.
    const openai = new OpenAI({ apiKey: 'sk-test', baseURL: `${model.url}/v1` }) as never
    const tools = await openaiTools(await service.plugboard.createSession('ada'), {
      tools: ['TRACKER_CREATE_ISSUE'],
    })
    const events: unknown[] = []
    const onEvent = isStreamed ? (event: unknown) => void events.push(event) : undefined

    const chat = await runChat(
      { openai, tools },
      { model: 'scripted', messages: [{ role: 'user', content: 'Report both' }] },
      { onEvent },
    )
    const responses = await runResponses(
      { openai, tools },
      { model: 'scripted', input: 'Report both' },
      { onEvent },
    )

    expect([chat.text, responses.text]).toEqual(['Done.', 'Done.'])
    const made = ['a', 'b'].map((title) => `{"made":{"title":"${title}"}}`)
    expect(
      chat.messages.flatMap((message) => (message.role === 'tool' ? [message.content] : [])),
    ).toEqual(made)
    expect(
      responses.items.flatMap((item) =>
        item.type === 'function_call_output' ? [item.output] : [],
      ),
    ).toEqual(made)
    expect(events.length > 0).toBe(isStreamed)
  },
)

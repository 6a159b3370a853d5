import { GoogleGenAI } from 'google-genai-2'
import { expect, test } from 'vitest'
import { googleTools } from '../../../adapters/google/index.ts'
import { serveSession } from '../../provider/serve-session.ts'
import { verifies } from '../../requirements.ts'
import { collect } from '../collect.ts'
import { serveOpenai } from '../serve-openai.ts'

test.each([false, true])('@google/genai 2 runs the tools (streamed: %s)', async (isStreamed) => {
  verifies('adapters.previous')
  await using service = await serveSession()
  const calls = ['a', 'b'].map((title) => ({
    name: 'TRACKER_CREATE_ISSUE',
    arguments: JSON.stringify({ title }),
  }))
  const seen: string[] = []
  await using model = await serveOpenai({ calls }, ({ results }) => {
    seen.push(...results.map(({ text }) => text))
    return { text: 'Done.' }
  })
  const ai = new GoogleGenAI({ apiKey: 'sk-test', httpOptions: { baseUrl: model.url } })
  const session = await service.plugboard.createSession('ada')
  // What the compiler makes of it is tried in test/types/previous-majors.test.ts, with the types of
  // this major everywhere.
  const tools = (await googleTools(session, { tools: ['TRACKER_CREATE_ISSUE'] })) as never
  const request = { model: 'scripted', contents: 'Report both', config: { tools: [tools] } }

  const answers = isStreamed
    ? await collect(await ai.models.generateContentStream(request))
    : [await ai.models.generateContent(request)]

  expect(answers.map(({ text }) => text ?? '').join('')).toBe('Done.')
  expect(seen).toEqual(['a', 'b'].map((title) => `{"made":{"title":"${title}"}}`))
})

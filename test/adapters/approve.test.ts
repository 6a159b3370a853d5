import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import { expect, test } from 'vitest'
import { anthropicTools, type ApprovalCall } from '../../adapters/anthropic/index.ts'
import { googleTools } from '../../adapters/google/index.ts'
import { verifies } from '../requirements.ts'
import { openReviewedNotes } from './open-reviewed-notes.ts'
import type { Conversation } from './read-conversation.ts'
import { serveOpenai } from './serve-openai.ts'

const { session, sent } = openReviewedNotes()

/** One turn with an answer that deletes two notes and lists the others, and a last one. */
const turnsWithApprove = [
  {
    name: 'Anthropic',
    run: async (url: string, approve?: (call: ApprovalCall) => Promise<boolean>) => {
      const tools = await anthropicTools(session(), { tools: slugs, approve })
      await new Anthropic({ apiKey: 'sk-test', baseURL: url }).beta.messages.toolRunner({
        model: 'scripted',
        max_tokens: 1000,
        tools,
        messages: [{ role: 'user', content: 'Delete the notes' }],
      })
    },
  },
  {
    name: 'Google GenAI',
    run: async (url: string, approve?: (call: ApprovalCall) => Promise<boolean>) => {
      const tools = await googleTools(session(), { tools: slugs, approve })
      const ai = new GoogleGenAI({ apiKey: 'sk-test', httpOptions: { baseUrl: url } })
      const config = { tools: [tools] }
      await ai.models.generateContent({ model: 'scripted', contents: 'Delete them', config })
    },
  },
]
const slugs = ['OPEN_DELETE_NOTE', 'OPEN_LIST_NOTES']

test.each(turnsWithApprove)(
  '$name asks for the calls that need it alone, one at a time, and does what is answered',
  async ({ run }) => {
    verifies('toolkit.approvals.frameworks')
    const remove = (id: string) => ({ name: 'OPEN_DELETE_NOTE', arguments: JSON.stringify({ id }) })
    let shown: string[] = []
    const turns = [
      { calls: [remove('17'), { name: 'OPEN_LIST_NOTES', arguments: '{}' }, remove('18')] },
      ({ results }: Conversation) => {
        shown = results.map(({ text }) => text)
        return { text: 'Done.' }
      },
    ]
    const asked: unknown[] = []
    let open = 0
    const approve = async ({ name, arguments: given }: ApprovalCall) => {
      asked.push([name, given])
      expect((open += 1)).toBe(1)
      await new Promise(setImmediate)
      open -= 1
      return (given as { id: string }).id === '17'
    }

    await using model = await serveOpenai(...turns)
    await run(model.url, approve)
    expect(asked).toEqual([
      ['OPEN_DELETE_NOTE', { id: '17' }],
      ['OPEN_DELETE_NOTE', { id: '18' }],
    ])
    expect(shown.map((text) => text.includes('denied'))).toEqual([false, false, true])
    expect(sent().toSorted()).toEqual(['DELETE /notes/17', 'GET /notes'])

    await using other = await serveOpenai(...turns)
    await run(other.url)
    expect(shown.map((text) => text.includes('pending_approval'))).toEqual([true, false, true])
    expect(sent().filter((request) => request.startsWith('DELETE'))).toEqual(['DELETE /notes/17'])
  },
)

test('a question ends with its call, and keeps nobody else waiting', async () => {
  verifies('toolkit.approvals.frameworks')
  const asked: ApprovalCall[] = []
  const approve = (call: ApprovalCall) => {
    asked.push(call)
    return asked.length === 1 ? new Promise<boolean>(() => {}) : true
  }
  const [tool] = await anthropicTools(session(), { tools: ['OPEN_DELETE_NOTE'], approve })
  const over = new AbortController()
  const contextOf = (id: string) => ({ signal: over.signal, toolUse: { id } }) as never
  const first = tool?.run({ id: '1' }, contextOf('toolu_1'))
  await expect.poll(() => asked.length).toBe(1)
  const second = tool?.run({ id: '2' })
  const third = tool?.run({ id: '3' }, contextOf('toolu_3'))
  over.abort()
  await expect(first).rejects.toMatchObject({ slug: 'aborted' })
  await expect(third).rejects.toMatchObject({ slug: 'aborted' })
  await second
  expect(asked.map((call) => call.arguments)).toEqual([{ id: '1' }, { id: '2' }])
  expect(asked[0]?.signal?.aborted).toBe(true)
  expect(sent()).toEqual(['DELETE /notes/2'])
})

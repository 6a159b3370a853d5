import { getEncoding } from 'js-tiktoken'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'
import { startOpenWorkbench } from './start-workbench.ts'

let notes: NotesService
beforeAll(async () => {
  notes = await startNotesService({
    answer: ({ url }) => ({
      id: url,
      title: `The note at ${url}`,
      words: url.length,
      author: { name: 'Ada', email: 'ada@example.com' },
      text: 'A sentence of a note of ordinary length. '.repeat(8),
    }),
  })
})
afterAll(() => notes.close())

const tokens = getEncoding('o200k_base')

/** What a model writes and reads of one call of a tool. */
const cost = (call: unknown, answer: unknown) =>
  tokens.encode(JSON.stringify(call)).length + tokens.encode(JSON.stringify(answer)).length

it('work over 20 items costs a model at least 80 % fewer tokens than 20 calls', async () => {
  verifies('workbench.tools.tokens')
  const workbench = await startOpenWorkbench(notes)
  let direct = 0
  let words = 0
  for (let id = 1; id <= 20; id += 1) {
    const call = { tool_slug: 'OPEN_GET_NOTE', arguments: { id: String(id) } }
    const answer = await notes.service.client.sessions.execute({ ...workbench.session, body: call })
    direct += cost(call, answer)
    words += Number(answer.data['words'])
  }
  const code = `const calls = Array.from({ length: 20 }, (_, index) => ({ tool_slug: 'OPEN_GET_NOTE', arguments: { id: String(index + 1) } }))
const notes = await tools.callMany(calls)
return notes.reduce((sum, note) => sum + note.data.words, 0)`
  const answer = await workbench.javascript(code)
  expect(answer.data['result']).toBe(words)
  expect(cost({ code }, answer)).toBeLessThan(direct * 0.2)
})

import { expect, test } from 'vitest'
import { Plugboard } from '../../src/index.ts'
import { startNotesService } from '../support/notes-service.ts'

test('a tool says whether a person has to agree before it runs, however it was found', async () => {
  const notes = await startNotesService()
  try {
    const plugboard = new Plugboard({ baseUrl: notes.service.url, apiKey: notes.service.apiKey })
    const session = await plugboard.createSession('ada', {
      approvals: { tools: ['OPEN_DELETE_NOTE'] },
    })
    const named = await session.tools({ tools: ['OPEN_DELETE_NOTE', 'OPEN_LIST_NOTES'] })
    expect(named.map(({ approval }) => approval)).toEqual(['required', 'never'])
    const found = await session.tools({ search: 'delete a note' })
    expect(found.find(({ slug }) => slug === 'OPEN_DELETE_NOTE')?.approval).toBe('required')

    const result = await named[0]?.execute({ id: '1' })
    expect(result).toMatchObject({
      successful: false,
      data: { status: 'pending_approval' },
      error: expect.stringContaining('must approve'),
    })
    expect(notes.upstream.received).toEqual([])
  } finally {
    await notes.close()
  }
})

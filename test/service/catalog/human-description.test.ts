import { expect, it } from 'vitest'
import { toHumanDescription } from '../../../src/service/catalog/human-description.ts'
import { verifies } from '../../requirements.ts'
import { startNotesService } from '../../support/notes-service.ts'

it.each([
  ['Lists notes. The newest come first.', 'Lists notes.'],
  ['List notes', 'List notes'],
  [
    'Gets a file, e.g. README.md, from version 1.2 of a `repository`. More.',
    'Gets a file, e.g. README.md, from version 1.2 of a repository.',
  ],
  ['## Create an *issue*\n\nLong text.', 'Create an issue'],
  [
    'Adds a **label** to [an issue](https://docs.example/issues "Issues") and\nits _comments_! See also',
    'Adds a label to an issue and its comments!',
  ],
  ['> <b>Deletes</b> snake_case_fields of `my_table`.', 'Deletes snake_case_fields of my_table.'],
  ['\n\n---\n\n- Sends mail', 'Sends mail'],
  ['Is it there? Says yes or no.', 'Is it there?'],
  ['', ''],
])('of %j a person reads %j', (description, sentence) => {
  verifies('tools.human-description')
  expect(toHumanDescription(description)).toBe(sentence)
})

it('cuts a long sentence between words', () => {
  const short = toHumanDescription('word '.repeat(100))
  expect(short).toMatch(/ word…$/)
  expect(short.length).toBeLessThanOrEqual(200)
})

it('is answered with every tool, in lists and alone', async () => {
  verifies('tools.human-description')
  const { service, close } = await startNotesService()
  const { items } = await service.client.tools.list({ query: { toolkit_slug: ['notes'] } })
  expect(items.map((tool) => tool.human_description)).toEqual([
    'Create a note',
    'Delete a note',
    'Export the archive',
    'Get a note',
    'List notes',
  ])
  expect(
    (await service.client.tools.get({ params: { tool_slug: 'NOTES_GET_NOTE' } })).human_description,
  ).toBe('Get a note')
  await close()
})

import { expect, it } from 'vitest'
import { possibleOwners } from '../../../src/service/catalog/possible-owners.ts'

/** Toolkits by slug, which notes how often all of them are gone through. */
class Watched extends Map<string, unknown> {
  gone = 0

  override keys() {
    this.gone += 1
    return super.keys()
  }
}

const toolkitsOf = (...slugs: string[]) => new Watched(slugs.map((slug) => [slug, {}]))

it.each([
  ['NOTES_LIST', ['notes']],
  ['NOTES_PRO_LIST', ['notes-pro', 'notes_pro', 'notes']],
  ['NOTES', []],
  ['NOTESLIST', []],
  ['_NOTES_LIST', []],
  ['notes_list', []],
  ['', []],
])('the tool %s may be of %j, the longest name first', (slug, owners) => {
  expect(
    possibleOwners(toolkitsOf('notes', 'notes-pro', 'notes_pro', 'note', 'pro'), slug),
  ).toEqual(owners)
})

it('is found without going through all toolkits each time', () => {
  const toolkits = toolkitsOf(...Array.from({ length: 1000 }, (_, index) => `kit-${index}`))
  possibleOwners(toolkits, 'KIT_1_LIST')
  const first = toolkits.gone
  for (let index = 0; index < 1000; index += 1)
    expect(possibleOwners(toolkits, `KIT_${index}_LIST`)).toEqual([`kit-${index}`])
  expect(toolkits.gone).toBe(first)
})

it('looks at no more of a slug than the longest name has', () => {
  expect(possibleOwners(toolkitsOf('notes'), `NOTES_${'_'.repeat(5_000_000)}`)).toEqual(['notes'])
})

import { expect, test } from 'vitest'
import { toSearchText } from '../../src/cli/search/to-search-text.ts'
import { verifies } from '../requirements.ts'

const result = (fits: boolean) => ({
  index: 1,
  use_case: 'water the plants',
  primary_tool_slugs: ['GARDEN_LIST_PLANTS'],
  fits,
  related_tool_slugs: ['GARDEN_GET_PLANT'],
  toolkits: ['garden'],
  error: null,
})

test('says whether what was found is meant or only the nearest', () => {
  verifies('search.ranking')
  expect(toSearchText(result(true), {}).split('\n')).toMatchObject([
    expect.stringContaining('meant'),
    expect.stringContaining('related'),
  ])
  expect(toSearchText(result(false), {}).split('\n')).toMatchObject([
    'No tool surely fits; these are only the nearest:',
    expect.stringMatching(/^nearest +GARDEN_LIST_PLANTS/),
    expect.stringContaining('related'),
  ])
})

import { expect, test, vi } from 'vitest'
import { searchWhenIndexed } from '../../src/cli/search/search-when-indexed.ts'
import { verifies } from '../requirements.ts'

test('gives up waiting for the index after a bounded number of searches, and says so', async () => {
  verifies('search.index.progress')
  const written = vi.spyOn(console, 'error').mockImplementation(() => {})
  let searches = 0
  const found = await searchWhenIndexed(async () => {
    searches += 1
    return { index: { complete: false as const, indexed_tools: 5, total_tools: 9 } }
  }, 0)
  expect(searches).toBe(30)
  expect(found.index.total_tools).toBe(9)
  expect(written.mock.calls.flat().join('\n')).toContain('Only 5 of 9 tools are indexed')
  written.mockRestore()
})

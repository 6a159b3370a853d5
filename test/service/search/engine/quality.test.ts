import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSearchData } from '../../../bench/search/data.ts'
import { plugboard } from '../../../bench/search/engines/plugboard.ts'
import { measureQuality } from '../../../bench/search/quality.ts'
import { isThorough } from '../../../support/thorough.ts'

/** Real tools and what people asked for, which lie beside the checkout and not in it. */
const folder = new URL('../../../../../shared/data/tool-search', import.meta.url).pathname

describe.skipIf(!isThorough || !existsSync(folder))(
  `ranks real tools well (data in ${folder}, with TEST_THOROUGH=1)`,
  () => {
    test.each([
      ['scoped', 0.75, 0.82],
      ['merged', 0.565, 0.6],
    ] as const)('%s', async (scope, nDCG, completeness) => {
      const rows = await measureQuality(plugboard, scope, await readSearchData(folder))
      const macro = rows.find(({ source }) => source === 'MACRO')

      expect(macro?.metrics['nDCG@10']).toBeGreaterThanOrEqual(nDCG)
      expect(macro?.metrics['comp@10']).toBeGreaterThanOrEqual(completeness)
    })
  },
)

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { noMetrics } from '../../../../src/service/platform/metrics/index.ts'
import { createTextParser } from '../../../../src/service/platform/untrusted-text/index.ts'
import { verifies } from '../../../requirements.ts'
import { isThorough } from '../../../support/thorough.ts'

/** Public API descriptions, which lie beside the checkout and not in it; the largest has 47 MB. */
const folder = new URL('../../../../../shared/data/apis', import.meta.url).pathname
const names =
  isThorough && existsSync(folder)
    ? readdirSync(folder).filter((name) => /\.(json|ya?ml)$/.test(name))
    : []
if (isThorough && names.length === 0)
  console.warn(
    `Skipped: public API descriptions within the limits of a document; they are not at ${folder}`,
  )

const texts = createTextParser({ metrics: noMetrics })
afterAll(() => texts.close())

describe.runIf(names.length > 0)('the limits of a document', () => {
  it('let every collected description through', { timeout: 300_000 }, async () => {
    verifies('bounds.parsing')
    for (const name of names) {
      const document = await texts.parseDocument(readFileSync(join(folder, name)))
      expect(Object.keys(document as object).length, name).toBeGreaterThan(1)
    }
  })
})

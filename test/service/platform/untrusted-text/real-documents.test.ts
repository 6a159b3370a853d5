import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openApiDocument } from '../../../../src/contract/openapi.ts'
import { noMetrics } from '../../../../src/service/platform/metrics/index.ts'
import { createTextParser } from '../../../../src/service/platform/untrusted-text/index.ts'
import { verifies } from '../../../requirements.ts'
import { collectedData, hasCollected } from '../../../support/collected-data.ts'
import { isThorough } from '../../../support/thorough.ts'

/** Public API descriptions, which are not in the repository; the largest has 47 MB. */
const folder = collectedData('apis')
const names =
  hasCollected('apis', 'public API descriptions within the limits of a document') && isThorough
    ? readdirSync(folder).filter((name) => /\.(json|ya?ml)$/.test(name))
    : []

const texts = createTextParser({ metrics: noMetrics })
afterAll(() => texts.close())

describe('the limits of a document', () => {
  it('let the description of this service through', async () => {
    verifies('bounds.parsing')
    const description = openApiDocument({ url: 'http://127.0.0.1:8787' })
    const parsed = await texts.parseDocument(Buffer.from(JSON.stringify(description)))
    expect(parsed).toEqual(description)
  })

  it.runIf(names.length > 0)(
    'let every collected description through',
    { timeout: 300_000 },
    async () => {
      verifies('bounds.parsing')
      for (const name of names) {
        const document = await texts.parseDocument(readFileSync(join(folder, name)))
        expect(Object.keys(document as object).length, name).toBeGreaterThan(1)
      }
    },
  )
})

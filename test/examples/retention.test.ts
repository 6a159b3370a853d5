import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { keptSettings } from '../../src/service/platform/retention/index.ts'
import { verifies } from '../requirements.ts'
import { readRetention } from '../support/retention.ts'
import { toRetentionTable } from '../support/to-retention-table.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('the page about retention lists every table, with what the service does', async () => {
  verifies('retention.page')
  const [, table] = read('examples/deploy/retention.md').split(/\n\n(?=\| table)/)
  expect(table?.trim()).toBe(toRetentionTable(await readRetention()))
})

test('every age that an operator can choose belongs to a table, and is in the README', async () => {
  const used = (await readRetention()).flatMap(({ expiry = [] }) =>
    expiry.flatMap(({ setting = '' }) => setting.split(', ')),
  )
  const known = keptSettings.map(({ setting }) => setting)
  expect(new Set(used.filter((name) => name !== ''))).toEqual(new Set(known))
  const readme = read('README.md')
  expect(known.filter((setting) => !readme.includes(`\`${setting}\``))).toEqual([])
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { buildConnections } from '../../src/connections-element/build.ts'
import { languages } from '../../src/connections-element/texts/index.ts'
import { verifies } from '../requirements.ts'

const limit = 12_000

it('the element is small, and one file', async () => {
  verifies('connections.element.size')
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-connections-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const output = await buildConnections(folder)
  expect(output.map(({ fileName }) => fileName).toSorted()).toEqual(['element.js', 'page.js'])
  for (const file of output) {
    if (file.type !== 'chunk') throw new Error(`${file.fileName} is no script`)
    expect([...file.imports, ...file.dynamicImports]).toEqual([])
    expect(file.moduleIds.filter((id) => id.includes('node_modules'))).toEqual([])
    const size = gzipSync(file.code, { level: 9 }).length
    console.log(`${file.fileName}: ${size} bytes, compressed`)
    expect(size).toBeLessThanOrEqual(limit)
  }
})

it.each(Object.entries(languages))(
  'the texts of %s have the places of the English ones',
  (_name, texts) => {
    verifies('connections.element.texts')
    const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()
    for (const [key, text] of Object.entries(languages.en)) {
      const other = texts[key as keyof typeof texts]
      expect(places(other), key).toEqual(places(text))
      expect(other.trim()).not.toBe('')
    }
  },
)

it('the module can be loaded without a browser, where it does nothing', async () => {
  verifies('connections.element')
  const { defineConnections } = await import('../../src/connections-element/index.ts')
  expect(() => defineConnections({ service: 'https://plugboard.example.com' })).not.toThrow()
})

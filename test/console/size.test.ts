import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { buildConsole } from '../../src/console/build.ts'
import { verifies } from '../requirements.ts'

const kB = 1000
const limits = { first: 40 * kB, all: 150 * kB }

it('the first page is small, and so is the whole', async () => {
  verifies('console.size')
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-console-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const output = await buildConsole(folder)
  const sizes = new Map(
    output.map((file) => [
      file.fileName,
      gzipSync(file.type === 'chunk' ? file.code : file.source, { level: 9 }).length,
    ]),
  )
  const chunks = new Map(
    output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
  )

  /** A file with all that it loads at once. */
  const reach = (name: string): string[] => [
    name,
    ...(chunks.get(name)?.imports ?? []).flatMap(reach),
  ]
  const live = [...chunks.values()].find(({ name }) => name === 'live')?.fileName ?? ''
  const first = new Set([
    ...output.flatMap((file) =>
      file.type === 'chunk' ? (file.isEntry ? reach(file.fileName) : []) : [file.fileName],
    ),
    ...reach(live),
  ])
  const sum = (names: Iterable<string>) =>
    [...names].reduce((total, name) => total + (sizes.get(name) ?? 0), 0)

  const modules = [...chunks.values()].flatMap(({ moduleIds }) => moduleIds)
  expect(modules.filter((id) => /node_modules\/zod\//.test(id))).toEqual([])
  expect(live).not.toBe('')
  expect(first.size).toBeGreaterThan(3)
  console.log(`console: first page ${sum(first)} bytes, all ${sum(sizes.keys())} bytes, compressed`)
  expect(sum(first)).toBeLessThanOrEqual(limits.first)
  expect(sum(sizes.keys())).toBeLessThanOrEqual(limits.all)
})

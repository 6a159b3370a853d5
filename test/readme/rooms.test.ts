import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

const foldersIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map((entry) => `${folder}/${entry.name}`)

/** Parts of one room, which its README describes. */
const rooms = ['adapters', 'test', ...foldersIn('src'), ...foldersIn('src/service')]
  // The README of `src` has the architecture; that of the service's rooms is in each of them.
  .filter((room) => room !== 'src/service')

/** The page of the rules is longer: it has one line for each. */
const pages = new Set(['src/contract'])

const isThere = (room: string): boolean => existsSync(join(root, room, 'README.md'))

const readmeOf = (room: string): string => readFileSync(join(root, room, 'README.md'), 'utf8')

it('every room has a README', () => {
  expect(rooms.length).toBeGreaterThan(20)
  expect(rooms.filter((room) => !isThere(room))).toEqual([])
})

it.each(rooms)('the README of %s has at most 40 lines', (room) => {
  if (pages.has(room) || !isThere(room)) return
  expect(readmeOf(room).trimEnd().split('\n').length).toBeLessThanOrEqual(40)
})

const exists = (path: string): boolean => existsSync(join(root, path))

const sources = ['src', 'test', 'adapters'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `/${name}`),
)

const documents = [
  'src/README.md',
  '.github/CONTRIBUTING.md',
  ...rooms.map((room) => `${room}/README.md`),
]

it.each(documents)('the files that %s names exist', (page) => {
  if (!exists(page)) return
  // A sentence names files by the end of their paths, within the folder that it is about.
  const missing = namedPaths(readFileSync(join(root, page), 'utf8')).filter(
    (path) =>
      !exists(path) && !sources.some((source) => source.endsWith(`/${path.replace(/\/$/, '')}`)),
  )
  expect(missing).toEqual([])
})

/**
 * Texts in backticks that are paths of this repository: files with an extension of ours, and
 * folders with a slash at the end or below `src`, `test` and `adapters`.
 */
const namedPaths = (text: string): string[] =>
  [...text.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`([^`\s]+)`/g)]
    .map((match) => match[1] ?? '')
    .filter(
      (path) =>
        /^[\w.][\w./-]*$/.test(path) &&
        (/\.(?:ts|md|json|jsonc|yaml)$/.test(path) ||
          /^(?:src|test|adapters|examples|\.ci|\.github)\/[\w./-]+$/.test(path) ||
          /^[\w-]+(?:\/[\w-]+)*\/$/.test(path)),
    )

/** Every word of the code, with which a document can name a function or a field. */
const words = new Set(
  ['src', 'test', 'adapters', 'examples'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
      .flatMap((name) => readFileSync(join(root, folder, name), 'utf8').match(/\w+/g) ?? []),
  ),
)

it.each(documents)('the functions and fields that %s names exist', (page) => {
  if (!exists(page)) return
  const named = namedIdentifiers(readFileSync(join(root, page), 'utf8'))
  expect(named.filter((name) => !words.has(name))).toEqual([])
})

const namedIdentifiers = (text: string): string[] =>
  [...text.matchAll(/`([a-z]+[A-Z]\w*)(?:\([^`]*)?`/g)].map((match) => match[1] ?? '')

it('the check of documents finds names in code spans', () => {
  expect(
    namedIdentifiers('`modifyRow` and `createStore(platform)`, not `POST` or a plainWord'),
  ).toEqual(['modifyRow', 'createStore'])
})

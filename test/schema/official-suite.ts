import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import type { Draft, JsonSchema } from '../../src/schema/index.ts'
import { collectedData, hasCollected } from '../support/collected-data.ts'

/** The official JSON Schema test suite, which is not in the repository. */
const suiteFolder = collectedData('json-schema-test-suite')

export const folderOf: Readonly<Record<Draft, string>> = {
  'draft-04': 'draft4',
  'draft-06': 'draft6',
  'draft-07': 'draft7',
  '2019-09': 'draft2019-09',
  '2020-12': 'draft2020-12',
}

export type SuiteGroup = {
  /** Name of the file, then what the group is about. */
  name: string
  schema: JsonSchema
  tests: { description: string; data: unknown; valid: boolean }[]
}

export const hasSuite = (): boolean =>
  hasCollected(
    'json-schema-test-suite',
    'the official JSON Schema test suite (drafts 4, 6, 7, 2019-09, 2020-12)',
  )

/** The groups of a folder below `tests/`; `only` picks files by name. */
export const readGroups = (
  folder: string,
  only: (file: string) => boolean = () => true,
): SuiteGroup[] => {
  const path = join(suiteFolder, 'tests', folder)
  return readdirSync(path)
    .filter((file) => file.endsWith('.json') && only(file))
    .flatMap((file) => {
      const groups = readJson(join(path, file)) as {
        description: string
        schema: JsonSchema
        tests: SuiteGroup['tests']
      }[]
      return groups.map(({ description, schema, tests }) => ({
        name: `${file.replace('.json', '')}: ${description}`,
        schema,
        tests,
      }))
    })
}

/**
 * The suite's remote documents at the addresses it uses, and the meta-schemas that ajv brings along
 * (draft-04's is not among them).
 */
export const readRemotes = (): Record<string, JsonSchema> => ({
  ...readFolder(join(suiteFolder, 'remotes'), (path) => `http://localhost:1234/${path}`),
  ...readFolder(
    join(createRequire(import.meta.url).resolve('ajv'), '../refs'),
    (_path, document) => document.$id ?? 'unnamed:',
  ),
})

const readFolder = (
  folder: string,
  addressOf: (path: string, document: { $id?: string }) => string,
): Record<string, JsonSchema> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.name.endsWith('.json'))
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        const document = readJson(path) as Record<string, unknown>
        return [addressOf(relative(folder, path), document), document]
      }),
  )

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A complete program from the docstring of an exported function. */
export type DocstringExample = { name: string; code: string }

/** The examples of the adapters' docstrings that begin with imports, by the names of their files. */
export const docstringExamples = (): DocstringExample[] =>
  globSync('adapters/*/*.ts', { cwd: root })
    .sort()
    .flatMap((path) => {
      const source = readFileSync(join(root, path), 'utf8')
      return [
        ...source.matchAll(/^\/\*\*\n(?: \*.*\n)*? \* @example\n((?: \*(?: .*)?\n)+?) \*\/$/gm),
      ]
        .map(([, lines = '']) => lines.replaceAll(/^ \* ?/gm, ''))
        .filter((code) => code.startsWith('import '))
        .map((code) => ({ name: basename(path, '.ts'), code }))
    })

import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { isNode, walkSyntax, type SyntaxNode } from './walk-syntax.ts'

/** One import of a file: `import`, `export … from`, `import()` and `import('…')` in a type. */
export type Import = {
  /** The imported file, relative to the repository, or the name of a package. */
  target: string
  isFile: boolean
  kind: 'type' | 'value' | 'dynamic'
}

/** What the rules look at. */
export type SourceFile = {
  path: string
  lines: number
  imports: Import[]
  /** How the environment is read, when it is. */
  environment: 'process' | 'globalThis' | null
}

const root = new URL('../../', import.meta.url)

/**
 * Reads every TypeScript file below some folders of the repository; a folder that is not there yet
 * holds none.
 */
export const readSourceFiles = (folders: string[]): SourceFile[] =>
  folders
    .flatMap((folder) => listFiles(folder))
    .map((path) => parseSourceFile(path, readFileSync(new URL(path, root), 'utf8')))

const listFiles = (folder: string): string[] =>
  readdirSync(root, { withFileTypes: true }).some((entry) => entry.name === folder)
    ? readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
        .map((name) => `${folder}/${name}`)
    : []

/**
 * Reads one file from its text, with a real parser: what looks like an import in a comment or a
 * string is none.
 */
export const parseSourceFile = (path: string, text: string): SourceFile => {
  const nodes = walkSyntax(text, path)
  return {
    path,
    lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    imports: nodes.flatMap((node) => toImport(path, node)),
    environment: nodes.map(environmentOf).find((found) => found !== null) ?? null,
  }
}

const toImport = (path: string, node: SyntaxNode): Import[] => {
  const kind = kindOf(node)
  if (!kind || !node['source']) return []
  const specifier = isNode(node['source']) ? node['source']['value'] : undefined
  if (typeof specifier !== 'string' && runsFiles.has(path)) return []
  if (typeof specifier !== 'string')
    throw new Error(
      `${path} imports a computed name, which no rule can check: write the name as a string`,
    )
  return [{ ...toTarget(path, specifier), kind }]
}

/** These run files, or optional packages without types, that only the machine they run on has. */
const runsFiles = new Set([
  'src/evals/cases/run-file.ts',
  'src/bin/index.ts',
  'src/service/search/embeddings/local-worker.ts',
  'src/service/console/chat/load-sdk.ts',
])

/**
 * A list whose members alone are types still loads the file, so only `import type` counts as one.
 */
const kindOf = (node: SyntaxNode): Import['kind'] | null => {
  switch (node.type) {
    case 'ImportDeclaration':
      return node['importKind'] === 'type' ? 'type' : 'value'
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return node['exportKind'] === 'type' ? 'type' : 'value'
    case 'ImportExpression':
      return 'dynamic'
    case 'TSImportType':
      return 'type'
    default:
      return null
  }
}

const toTarget = (path: string, specifier: string): { target: string; isFile: boolean } =>
  specifier.startsWith('.')
    ? { target: posix.join(posix.dirname(path), specifier), isFile: true }
    : {
        target: specifier
          .split('/')
          .slice(0, specifier.startsWith('@') ? 2 : 1)
          .join('/'),
        isFile: false,
      }

/** `process.env`, `globalThis.process.env`, and what comes from `node:process`. */
const environmentOf = (node: SyntaxNode): SourceFile['environment'] => {
  if (
    node.type === 'ImportDeclaration' &&
    isNode(node['source']) &&
    ['process', 'node:process'].includes(String(node['source']['value']))
  )
    return 'process'
  if (node.type === 'VariableDeclarator' && isNamed(node['init'], 'process')) return 'process'
  if (node.type !== 'MemberExpression' || !isNamed(node['property'], 'env')) return null
  const owner = node['object']
  if (isNamed(owner, 'process')) return 'process'
  return isNode(owner) && owner.type === 'MemberExpression' && isNamed(owner['property'], 'process')
    ? 'globalThis'
    : null
}

/** The name itself, or the same as a string in brackets. */
const isNamed = (node: unknown, name: string): boolean =>
  isNode(node) && (node['name'] === name || node['value'] === name)

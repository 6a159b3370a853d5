import { posix } from 'node:path'
import { allows, isIn, ruleFor, type ImportRule } from './import-rules.ts'
import type { Import, SourceFile } from './source-file.ts'

export type Architecture = {
  rules: ImportRule[]
  /** Folders of which others import nothing but the `index.ts`, types included. */
  modules: string[]
  /** package -> the only files and folders that may use it. */
  reserved: Record<string, (path: string) => boolean>
  /** Who may read the environment, and how. */
  environment: { process: string[]; globalThis: string[] }
  maximumLines: number
}

/** Every breach of the architecture, as a sentence that says what to do about it. */
export const findViolations = (files: SourceFile[], architecture: Architecture): string[] =>
  files.flatMap((file) => violationsOf(file, architecture))

const violationsOf = (file: SourceFile, architecture: Architecture): string[] => [
  ...file.imports.flatMap((imported) => importViolation(file, imported, architecture)),
  ...environmentViolation(file, architecture),
  ...(file.lines > architecture.maximumLines
    ? [
        `${file.path} has ${file.lines} lines: at ${architecture.maximumLines} it wants to be several files`,
      ]
    : []),
]

const importViolation = (
  file: SourceFile,
  imported: Import,
  { rules, modules, reserved }: Architecture,
): string[] => {
  const imports = `${file.path} imports ${imported.kind === 'type' ? 'types of ' : ''}${imported.target}`
  const rule = ruleFor(rules, file.path)
  if (!rule)
    return [`${file.path} lies in no folder of the list: add its folder and what that may import`]
  if (!allows(rule, imported)) return [`${imports}: ${rule.folder} may use ${describeRule(rule)}`]
  if (reserved[imported.target]?.(file.path) === false)
    return [`${imports}, which is kept for other files: see the list`]
  const module = modules.find((folder) => imported.isFile && isIn(imported.target, folder))
  if (module && imported.target !== `${module}index.ts` && !isIn(file.path, module))
    return [`${imports}: others import ${module}index.ts, and nothing else of it`]
  if (isStore(imported) && !isIn(file.path, `${posix.dirname(imported.target)}/`))
    return [`${imports}: the SQL of a folder is for its own files`]
  return []
}

const describeRule = ({ uses, usesTypes = [], packages }: ImportRule): string =>
  [...uses, ...usesTypes.map((path) => `types of ${path}`), ...packages].join(', ') ||
  'nothing but itself'

const isStore = ({ target, isFile }: Import): boolean =>
  isFile && target.startsWith('src/service/') && posix.basename(target) === 'store.ts'

const environmentViolation = (
  { path, environment }: SourceFile,
  allowed: Architecture,
): string[] => {
  if (environment === null) return []
  const readers =
    environment === 'process'
      ? allowed.environment.process
      : [...allowed.environment.process, ...allowed.environment.globalThis]
  return readers.some((reader) => isIn(path, reader))
    ? []
    : [`${path} reads the environment: only ${readers.join(', ')} may, others are handed the value`]
}

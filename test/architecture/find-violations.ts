import { posix } from 'node:path'
import { allows, isIn, ruleFor, type ImportRule } from './import-rules.ts'
import type { Import, SourceFile } from './source-file.ts'

export type Architecture = {
  rules: ImportRule[]
  /** These put the parts of the service together, so they may use every file of it. */
  compositionRoot: string[]
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
  { rules, compositionRoot, reserved }: Architecture,
): string[] => {
  const imports = `${file.path} imports ${imported.kind === 'type' ? 'types of ' : ''}${imported.target}`
  const rule = ruleFor(rules, file.path)
  if (!rule)
    return [`${file.path} lies in no folder of the list: add its folder and what that may import`]
  if (!allows(rule, imported)) return [`${imports}: ${rule.folder} may use ${describeRule(rule)}`]
  if (reserved[imported.target]?.(file.path) === false)
    return [`${imports}, which is kept for other files: see the list`]
  if (
    isPrivate(imported) &&
    !isIn(file.path, `${posix.dirname(imported.target)}/`) &&
    !compositionRoot.includes(file.path)
  ) {
    return [
      `${imports}: a capability calls another's <noun>.ts, never its ${posix.basename(imported.target)}`,
    ]
  }
  return []
}

const describeRule = ({ uses, usesTypes = [], packages }: ImportRule): string =>
  [...uses, ...usesTypes.map((path) => `types of ${path}`), ...packages].join(', ') ||
  'nothing but itself'

/** The SQL and the handlers of a capability. */
const isPrivate = ({ target, isFile }: Import): boolean =>
  isFile &&
  target.startsWith('src/service/') &&
  ['store.ts', 'handlers.ts'].includes(posix.basename(target))

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

import type { Import } from './source-file.ts'

/** What the files of a folder may import; the first folder that holds a file decides. */
export type ImportRule = {
  /** A folder with a slash at its end, or one file. */
  folder: string
  /** Folders and files of ours, for values and types. A folder may always use itself. */
  uses: string[]
  /** Files and folders of which only types may be used. */
  usesTypes?: string[]
  /** Names of npm packages and `node:` modules; `*` is any. */
  packages: string[]
}

/** The rule that holds for a file. */
export const ruleFor = (rules: ImportRule[], path: string): ImportRule | undefined =>
  rules.find(({ folder }) => isIn(path, folder))

/** Whether a rule lets its files import something. */
export const allows = (rule: ImportRule, { target, isFile, kind }: Import): boolean => {
  if (!isFile) return rule.packages.some((name) => name === '*' || name === target)
  const folders = [rule.folder, ...rule.uses, ...(kind === 'type' ? (rule.usesTypes ?? []) : [])]
  return folders.some((folder) => isIn(target, folder))
}

/** Whether a path is a file, or lies in a folder (written with a slash at its end). */
export const isIn = (path: string, folder: string): boolean =>
  folder.endsWith('/') ? path.startsWith(folder) : path === folder

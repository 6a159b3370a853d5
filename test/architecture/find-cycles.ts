import { posix } from 'node:path'
import type { SourceFile } from './source-file.ts'

/**
 * Circles of files, each as the list of its files: of those that load each other, or with `types`
 * of those that only name each other's types as well.
 */
export const findCycles = (
  files: Pick<SourceFile, 'path' | 'imports'>[],
  { types = false }: { types?: boolean } = {},
): string[][] => {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const done = new Set<string>()
  const cycles: string[][] = []

  const visit = (path: string, trail: string[]): void => {
    const start = trail.indexOf(path)
    if (start >= 0) cycles.push([...trail.slice(start), path])
    if (start >= 0 || done.has(path)) return
    for (const target of targetsOf(byPath.get(path), types)) visit(target, [...trail, path])
    done.add(path)
  }

  for (const { path } of files) visit(path, [])
  return cycles
}

/**
 * Circles of folders whose files import each other, types included. `folderOf` says which folder
 * counts for a file.
 */
export const findFolderCycles = (
  files: SourceFile[],
  folderOf: (path: string) => string = posix.dirname,
): string[][] => {
  const folders = Map.groupBy(files, ({ path }) => folderOf(path))
  return findCycles(
    [...folders].map(([path, members]) => ({
      path,
      imports: members
        .flatMap(({ imports }) => imports)
        .filter(({ isFile }) => isFile)
        .map((imported) => ({ ...imported, target: folderOf(imported.target) }))
        .filter(({ target }) => target !== path),
    })),
    { types: true },
  )
}

/** Everything that loading a file can load, `import()` included: files and packages. */
export const reachableFrom = (files: SourceFile[], start: string): Set<string> => {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const reached = new Set([start])
  // A set also visits what is added to it on the way.
  for (const path of reached)
    for (const target of targetsOf(byPath.get(path), false)) reached.add(target)
  return reached
}

const targetsOf = (file: Pick<SourceFile, 'imports'> | undefined, types: boolean): string[] =>
  (file?.imports ?? []).filter(({ kind }) => types || kind !== 'type').map(({ target }) => target)

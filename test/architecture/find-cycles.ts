import type { SourceFile } from './source-file.ts'

/** Circles of files that load each other, each as the list of its files; types make none. */
export const findCycles = (files: SourceFile[]): string[][] => {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const done = new Set<string>()
  const cycles: string[][] = []

  const visit = (path: string, trail: string[]): void => {
    const start = trail.indexOf(path)
    if (start >= 0) cycles.push([...trail.slice(start), path])
    if (start >= 0 || done.has(path)) return
    for (const target of valueTargets(byPath.get(path))) visit(target, [...trail, path])
    done.add(path)
  }

  for (const { path } of files) visit(path, [])
  return cycles
}

/** Everything that loading a file can load, `import()` included: files and packages. */
export const reachableFrom = (files: SourceFile[], start: string): Set<string> => {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const reached = new Set([start])
  // A set also visits what is added to it on the way.
  for (const path of reached)
    for (const target of valueTargets(byPath.get(path))) reached.add(target)
  return reached
}

const valueTargets = (file: SourceFile | undefined): string[] =>
  (file?.imports ?? []).filter(({ kind }) => kind !== 'type').map(({ target }) => target)

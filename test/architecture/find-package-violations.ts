import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { z } from 'zod'
import { bundledPackages } from '../../.ci/bundled-packages.ts'
import { isIn } from './import-rules.ts'
import type { Import, SourceFile } from './source-file.ts'

const versions = z.record(z.string(), z.string())

const readManifest = (path: string) =>
  z
    .object({
      name: z.string(),
      version: z.string(),
      dependencies: versions,
      peerDependencies: versions,
      peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.literal(true) })),
    })
    .parse(JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')))

/** The manifests of the two packages that are published from this tree. */
export const manifests = {
  plugboard: readManifest('package.json'),
  server: readManifest('src/server/package.json'),
}

/** The rooms of `plugboard-server`; everything else in `src` and `adapters` is in `plugboard`. */
const serverRooms = ['src/server/', 'src/service/', 'src/cli/', 'src/sample/', 'src/console/']

const packageOf = (path: string): keyof typeof manifests =>
  serverRooms.some((room) => isIn(path, room)) ? 'server' : 'plugboard'

const notPackaged = ['examples/', 'src/console/', 'src/connections-element/build.ts']

/** Imports that would not resolve once the file is installed with its package alone. */
export const findPackageViolations = (files: SourceFile[]): string[] =>
  files
    // Those of the console are bundled into what browsers load; what builds is in no package.
    .filter(({ path }) => !notPackaged.some((place) => isIn(path, place)))
    .flatMap(({ path, imports }) =>
      imports.flatMap((imported) => {
        const problem = imported.isFile
          ? fileProblem(path, imported)
          : nameProblem(path, imported.target)
        return problem === null ? [] : [`${path} imports ${imported.target}: ${problem}`]
      }),
    )

/** What a build copies into `plugboard-server`, besides the rooms that are its own. */
const copiedRooms = ['src/contract/', 'src/schema/']

const fileProblem = (path: string, { target }: Import): string | null => {
  if (packageOf(path) === packageOf(target)) return null
  if (packageOf(path) === 'plugboard') return 'it belongs to plugboard-server'
  // The commands are bundled with all that they import.
  return isIn(path, 'src/service/') && !copiedRooms.some((room) => isIn(target, room))
    ? `of plugboard, the service has ${copiedRooms.join(' and ')} only`
    : null
}

const nameProblem = (path: string, name: string): string | null => {
  const { dependencies, peerDependencies, name: own } = manifests[packageOf(path)]
  const isBundled = packageOf(path) === 'plugboard' && bundledPackages.includes(name)
  return isBuiltin(name) ||
    isBundled ||
    [dependencies, peerDependencies].some((names) => name in names)
    ? null
    : `${own} neither depends on it nor has it as a peer`
}

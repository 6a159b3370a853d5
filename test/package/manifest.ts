import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const versions = z.record(z.string(), z.string())

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  private: z.boolean().default(false),
  exports: z.record(z.string(), z.unknown()),
  dependencies: versions,
  peerDependencies: versions.default({}),
  devDependencies: versions.default({}),
})

export type Manifest = z.infer<typeof manifestSchema>

export const parseManifest = (text: string): Manifest => manifestSchema.parse(JSON.parse(text))

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

const read = (path: string): Manifest =>
  parseManifest(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'))

/** The manifest of `plugboard`. */
export const manifest = read('package.json')

/** The manifest of `plugboard-server`, as it is in the tree. */
export const serverManifest = read('src/server/package.json')

/** The version of a package that this repository is tested with, as npm takes it. */
export const testedVersion = (name: string): string => {
  const version = manifest.devDependencies[name]
  if (version === undefined)
    throw new Error(
      `package.json has no "${name}" in devDependencies: the check installs the version from there`,
    )
  return `${name}@${version}`
}

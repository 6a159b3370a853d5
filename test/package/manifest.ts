import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const versions = z.record(z.string(), z.string())

const manifestSchema = z.object({
  name: z.string(),
  exports: z.record(z.string(), z.unknown()),
  peerDependencies: versions.default({}),
  devDependencies: versions,
})

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** What package.json says about the package. */
export const manifest = manifestSchema.parse(
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')),
)

/** The version of a package that this repository is tested with, as npm takes it. */
export const testedVersion = (name: string): string => {
  const version = manifest.devDependencies[name]
  if (version === undefined)
    throw new Error(
      `package.json has no "${name}" in devDependencies: the check installs the version from there`,
    )
  return `${name}@${version}`
}

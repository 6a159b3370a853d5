import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { parseManifest, type Manifest } from './manifest.ts'
import type { Report } from './report.ts'
import { runOrThrow } from './run.ts'

const packedSchema = z.object({
  filename: z.string(),
  unpackedSize: z.number(),
  files: z.array(z.object({ path: z.string() })),
})
// npm 12 answers an object by package name, earlier ones a list.
const answerSchema = z
  .union([z.array(packedSchema), z.record(z.string(), packedSchema)])
  .transform((answer) => Object.values(answer)[0])

export type Packed = {
  tarball: string
  /** The manifest in the tarball. */
  manifest: Manifest
  /** Bytes of all files. */
  unpackedSize: number
}

const always = ['package.json', 'README.md', 'LICENSE']

/**
 * Packs a built package as it would be published, and checks that nothing slipped in besides what
 * the pattern allows.
 */
export const pack = async (
  source: string,
  allowed: RegExp,
  folder: string,
  report: Report,
): Promise<Packed> => {
  if (!existsSync(join(source, 'package.json')))
    throw new Error(`There is no package in ${source}: run \`npm run build\` first`)
  const answer = answerSchema.parse(
    JSON.parse(
      await runOrThrow(
        'npm',
        ['pack', '--silent', '--ignore-scripts', '--json', '--pack-destination', folder],
        source,
      ),
    ),
  )
  if (!answer) throw new Error('npm pack named no tarball')
  const tarball = join(folder, answer.filename)
  const manifest = parseManifest(
    await runOrThrow('tar', ['-xzOf', tarball, 'package/package.json'], folder),
  )
  const paths = answer.files.map(({ path }) => path)
  const foreign = paths.filter((path) => !allowed.test(path) && !always.includes(path))
  report.check(
    `the tarball of ${manifest.name} holds the build and nothing else (${paths.length} files)`,
    foreign.length === 0 ? null : foreign.join('\n'),
  )
  const missing = always.filter((path) => !paths.includes(path))
  report.check(
    `the tarball of ${manifest.name} has ${always.join(', ')}`,
    missing.length === 0 ? null : `missing: ${missing.join(', ')}`,
  )
  return { tarball, manifest, unpackedSize: answer.unpackedSize }
}

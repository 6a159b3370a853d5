import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Report } from './report.ts'
import { manifest, root } from './manifest.ts'
import { runOrThrow } from './run.ts'

const file = z.object({ path: z.string() })
const packed = z.object({ filename: z.string(), files: z.array(file) })
// npm 12 answers an object by package name, earlier ones a list.
const packedSchema = z.union([
  z.tuple([packed]).transform(([only]) => only),
  z.object({ [manifest.name]: packed }).transform((all) => all[manifest.name]),
])

/**
 * Packs the build as it would be published, and checks that nothing else slipped in. Returns the
 * path of the tarball.
 */
export const pack = async (folder: string, report: Report): Promise<string> => {
  if (!existsSync(join(root, 'dist')))
    throw new Error('There is no dist folder: run `npm run build` first')
  const answer = packedSchema.parse(
    JSON.parse(
      await runOrThrow(
        'npm',
        ['pack', '--silent', '--ignore-scripts', '--json', '--pack-destination', folder],
        root,
      ),
    ),
  )
  if (!answer) throw new Error('npm pack named no tarball')
  const paths = answer.files.map(({ path }) => path)
  const foreign = paths.filter(
    (path) =>
      !/^(dist\/(src|adapters)\/.+\.(js|d\.ts|json)|dist\/bin\/([\w.-]+\.js|LICENSES\.txt)|dist\/assets\/(swagger-ui\.css|swagger-ui-bundle\.js|LICENSE|NOTICE)|package\.json|README\.md|LICENSE)$/.test(
        path,
      ),
  )
  report.check(
    `the tarball holds the build and nothing else (${paths.length} files)`,
    foreign.length === 0 ? null : foreign.join('\n'),
  )
  const missing = ['package.json', 'README.md', 'LICENSE'].filter((path) => !paths.includes(path))
  report.check(
    'the tarball has package.json, README.md and LICENSE',
    missing.length === 0 ? null : `missing: ${missing.join(', ')}`,
  )
  return join(folder, answer.filename)
}

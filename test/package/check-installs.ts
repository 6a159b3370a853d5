import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkImage } from './check-image.ts'
import { imageInstalls, readmeInstalls, suggestedInstalls } from './install-lines.ts'
import type { Report } from './report.ts'
import { run } from './run.ts'

/**
 * Installs the packages with what the README, the image and the command say belongs beside it:
 * exactly those lines.
 */
export const checkInstalls = async (
  folder: string,
  tarballs: string[],
  report: Report,
): Promise<void> => {
  const lines = new Map(
    [...readmeInstalls(), suggestedInstalls()].map((packages) => [packages.join(' '), packages]),
  )
  for (const [index, packages] of [...lines.values()].entries()) {
    const problem = await install(join(folder, `beside-${index}`), [tarballs, packages])
    report.check(`npm install ${packages.join(' ')}`, problem)
  }
  const image = join(folder, 'image')
  const problem = await install(image, [[...tarballs, ...imageInstalls()]])
  report.check('the install line of the Dockerfile', problem)
  if (problem === null) await checkImage(image, report)
}

const install = async (folder: string, steps: string[][]): Promise<string | null> => {
  await mkdir(folder)
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true, type: 'module' }),
  )
  for (const packages of steps) {
    const { code, output } = await run(
      'npm',
      ['install', '--no-audit', '--no-fund', '--omit=dev', ...packages],
      folder,
    )
    if (code !== 0) return output
  }
  return null
}

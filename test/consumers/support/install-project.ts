import { existsSync } from 'node:fs'
import { cp, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../package/manifest.ts'
import { runOrThrow } from '../../package/run.ts'

/**
 * Installs a consumer's lock file and the tarball of `plugboard` in a folder outside this tree, so
 * that nothing of the tree's `node_modules` is found. An installation that is there stays.
 */
export const installProject = async (consumer: string, folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json'])
    await cp(join(consumer, name), join(folder, name))
  if (!existsSync(join(folder, 'node_modules')))
    await runOrThrow('npm', ['ci', '--no-audit', '--no-fund'], folder)
  if (!existsSync(join(root, 'dist/src/index.js')))
    throw new Error('There is no build: run `npm run build` first')
  await runOrThrow(
    'npm',
    ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder],
    root,
  )
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'))
  if (tarball === undefined) throw new Error('npm pack wrote no tarball')
  await runOrThrow('npm', ['install', '--no-save', '--no-audit', '--no-fund', tarball], folder)
}

import { execFile } from 'node:child_process'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rate } from '../figures/figure.ts'
import type { Part } from './part.ts'

/**
 * What the package takes on disk: alone, and after `npm install` in an empty folder (bytes of
 * files, without optional peers).
 */
export const measureInstalledSize: Part = async ({ consumer, tarball }, say) => {
  say('size: npm install of the tarball in an empty folder')
  const folder = join(consumer, '..', 'install')
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  await promisify(execFile)(
    'npm',
    [
      'install',
      '--silent',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      tarball,
    ],
    { cwd: folder },
  )
  const modules = join(folder, 'node_modules')
  return [
    rate({ name: 'packed tarball', ours: { value: (await stat(tarball)).size / 1e6, unit: 'MB' } }),
    rate({
      name: 'installed: plugboard alone',
      ours: { value: (await bytesBelow(join(modules, 'plugboard'))) / 1e6, unit: 'MB' },
    }),
    rate({
      name: 'installed: with its dependencies',
      ours: { value: (await bytesBelow(modules)) / 1e6, unit: 'MB' },
    }),
    rate({
      name: 'installed: packages in all',
      ours: { value: await countPackages(modules), unit: 'packages' },
    }),
  ]
}

const bytesBelow = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

const countPackages = async (modules: string): Promise<number> => {
  const names = (await readdir(modules)).filter((name) => !name.startsWith('.'))
  const counts = names.map(async (name) =>
    name.startsWith('@') ? (await readdir(join(modules, name))).length : 1,
  )
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

import { execFile } from 'node:child_process'
import { mkdir, readdir, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The package as npm would publish it, in a folder of somebody who uses it. */
export type BuiltPackage = {
  /** A project that has `plugboard` and every package of this repository in `node_modules`. */
  consumer: string
  tarball: string
  cli: string
}

/**
 * Builds and packs the package, and unpacks it where somebody uses it.
 *
 * The consumer's other packages are links to those of this repository: one copy of each, no
 * network.
 */
export const buildPackage = async (folder: string): Promise<BuiltPackage> => {
  await run('npm', ['run', 'build'], { cwd: root })
  const packed = await run(
    'npm',
    ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder],
    { cwd: root },
  )
  const tarball = join(folder, packed.stdout.trim().split('\n').at(-1) ?? '')
  const consumer = join(folder, 'consumer')
  await installLinked(consumer, tarball)
  return { consumer, tarball, cli: join(consumer, 'node_modules/plugboard/dist/bin/plugboard.js') }
}

const installLinked = async (consumer: string, tarball: string): Promise<void> => {
  const modules = join(consumer, 'node_modules')
  await mkdir(join(modules, 'plugboard'), { recursive: true })
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', join(modules, 'plugboard')])
  for (const name of await packageNames(join(root, 'node_modules'))) {
    const place = join(modules, name)
    await mkdir(join(place, '..'), { recursive: true })
    await symlink(join(root, 'node_modules', name), place, 'dir')
  }
}

const packageNames = async (modules: string): Promise<string[]> => {
  const entries = (await readdir(modules)).filter(
    (name) => !name.startsWith('.') && basename(name) !== 'plugboard',
  )
  const names = entries.map(async (name) =>
    name.startsWith('@')
      ? (await readdir(join(modules, name))).map((inner) => `${name}/${inner}`)
      : [name],
  )
  return (await Promise.all(names)).flat()
}

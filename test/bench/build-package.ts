import { execFile } from 'node:child_process'
import { mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The packages as npm would publish them, in a folder of somebody who uses them. */
export type BuiltPackage = {
  /** A project that has both packages, and every package of this repository, in `node_modules`. */
  consumer: string
  /** The tarball of `plugboard`. */
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
  const tarball = await pack(root, folder)
  const server = await pack(join(root, 'dist/server'), folder)
  const consumer = join(folder, 'consumer')
  await installLinked(consumer, { plugboard: tarball, 'plugboard-server': server })
  const cli = join(consumer, 'node_modules/plugboard-server/bin/plugboard-server.js')
  return { consumer, tarball, cli }
}

const pack = async (source: string, folder: string): Promise<string> => {
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder]
  const { stdout } = await run('npm', args, { cwd: source })
  return join(folder, stdout.trim().split('\n').at(-1) ?? '')
}

const installLinked = async (consumer: string, tarballs: Record<string, string>): Promise<void> => {
  const modules = join(consumer, 'node_modules')
  for (const [name, tarball] of Object.entries(tarballs)) {
    await mkdir(join(modules, name), { recursive: true })
    await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', join(modules, name)])
  }
  for (const name of await packageNames(join(root, 'node_modules'))) {
    const place = join(modules, name)
    await mkdir(join(place, '..'), { recursive: true })
    await symlink(join(root, 'node_modules', name), place, 'dir')
  }
}

const packageNames = async (modules: string): Promise<string[]> => {
  const entries = (await readdir(modules)).filter(
    (name) => !name.startsWith('.') && !/^plugboard(-server)?$/.test(name),
  )
  const names = entries.map(async (name) =>
    name.startsWith('@')
      ? (await readdir(join(modules, name))).map((inner) => `${name}/${inner}`)
      : [name],
  )
  return (await Promise.all(names)).flat()
}

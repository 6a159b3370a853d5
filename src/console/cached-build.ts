import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'

const tree = join(import.meta.dirname, '../..')

/** Changes with every source in the folders. */
const digest = (folders: string[]): string => {
  const hash = createHash('sha256')
  for (const folder of folders)
    for (const name of readdirSync(join(tree, folder), {
      recursive: true,
      encoding: 'utf8',
    }).sort()) {
      const path = join(tree, folder, name)
      if (/\.(tsx?|css|html)$/.test(name))
        hash.update(`${folder}/${name}\n`).update(readFileSync(path))
    }
  return hash
    .update(readFileSync(join(tree, 'package.json')))
    .digest('hex')
    .slice(0, 16)
}

/** The folder with what `build` makes of the present sources, for what browsers load in a checkout. */
export const cachedBuild = async (
  name: string,
  sources: string[],
  build: (folder: string) => Promise<unknown>,
): Promise<string> => {
  const cache = join(tree, `node_modules/.cache/plugboard-${name}`)
  const folder = join(cache, digest(sources))
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  removeOld(cache)
  const own = `${folder}.${process.pid}`
  await build(own)
  try {
    renameSync(own, folder)
  } catch (error) {
    // Another process was first.
    rmSync(own, { recursive: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

const dayMs = 24 * 60 * 60 * 1000

const removeOld = (cache: string): void => {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name)
    if (Date.now() - statSync(path).mtimeMs > dayMs) rmSync(path, { recursive: true, force: true })
  }
}

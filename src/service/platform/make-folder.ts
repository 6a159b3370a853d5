import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder for this user only, and those above it, if they do not exist; whether it did.
 *
 * Node's own `recursive` never ends where a folder exists in which none can be made, such as `/proc`.
 */
export const makeFolder = async (path: string): Promise<boolean> => {
  try {
    await mkdir(path, { mode: 0o700 })
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return false
    const above = dirname(path)
    if (code !== 'ENOENT' || above === path || (await exists(above))) throw error
    await makeFolder(above)
    return makeFolder(path)
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** From a file of a room of the service, in the tree and in the package; from the bundle in `bin`. */
const roots = ['../../', '../']

/**
 * The path of a file or folder that lies beside the service; undefined where it is not there.
 *
 * @param from `import.meta.url` of a file directly in a room of the service
 * @example
 * findPackaged(import.meta.url, 'assets/swagger-ui.css')
 */
export const findPackaged = (from: string, path: string): string | undefined =>
  roots
    .map((root) => fileURLToPath(new URL(root + path, from)))
    .find((candidate) => existsSync(candidate))

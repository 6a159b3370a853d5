/**
 * Builds the files that the service sends to browsers: the element for pages of other sites, and
 * the script of its own page. As a command it prints the folder of the build for the present
 * sources, as `src/console/build.ts` does.
 */
import { join } from 'node:path'
import { build } from 'rolldown'
import { cachedBuild } from '../console/cached-build.ts'

const root = import.meta.dirname

/** Builds `element.js` and `page.js` into a folder and returns them. */
export const buildConnections = async (folder: string) => {
  const { output } = await build({
    input: { element: join(root, 'script.ts'), page: join(root, 'page.ts') },
    platform: 'browser',
    logLevel: 'warn',
    transform: { target: 'es2023' },
    output: { dir: folder, format: 'esm', minify: true },
  })
  return output
}

if (process.argv[1] === import.meta.filename)
  console.log(
    await cachedBuild('connections', ['src/connections-element', 'src/contract'], buildConnections),
  )

import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { findPackaged } from './find-packaged.ts'

/** A file that browsers load, as it is sent. */
export type BrowserFile = {
  contentType: string
  body: Uint8Array<ArrayBuffer>
  /** Smaller than `body`; absent where compression gains nothing. */
  gzipped?: Uint8Array<ArrayBuffer>
  etag: string
}

/** An application by the paths of its files, such as `index.html`. */
type App = ReadonlyMap<string, BrowserFile>

/**
 * Finds the files of an application for browsers, which stay in memory.
 *
 * The package contains them. A checkout builds them when they are asked for and their sources have
 * changed, in a process of its own: the service never loads a bundler.
 *
 * @param packaged their folder in the package
 * @param build the script of `src` that prints the folder with the current build
 */
export const createBrowserFiles = ({ packaged, build }: { packaged: string; build: string }) => {
  const folder = findPackaged(import.meta.url, packaged)
  let loaded: { folder: string; files: Promise<App> } | undefined

  const load = (from: string): Promise<App> => {
    if (loaded?.folder !== from) loaded = { folder: from, files: readFiles(from) }
    return loaded.files
  }

  return {
    /** A file of the current version of the application, and with it this version. */
    current: async (path: string): Promise<BrowserFile | undefined> =>
      (await load(folder ?? (await buildFromSource(build)))).get(path),
    /** A file of the version that was loaded last. */
    loaded: async (path: string): Promise<BrowserFile | undefined> =>
      (await (loaded?.files ?? load(folder ?? (await buildFromSource(build))))).get(path),
  }
}

export type BrowserFiles = ReturnType<typeof createBrowserFiles>

const run = promisify(execFile)

const buildFromSource = async (build: string): Promise<string> => {
  const script = fileURLToPath(new URL(`../../${build}`, import.meta.url))
  const { stdout } = await run(process.execPath, ['-C', 'plugboard-source', script])
  return stdout.trim()
}

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const compress = promisify(gzip)

const readFiles = async (folder: string): Promise<App> => {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = await Promise.all(
    names
      .filter((entry) => entry.isFile() && contentTypes[extname(entry.name)] !== undefined)
      .map(async ({ parentPath, name }): Promise<[string, BrowserFile]> => {
        const path = join(parentPath, name)
        const body = new Uint8Array(await readFile(path))
        const gzipped = new Uint8Array(await compress(body, { level: 9 }))
        return [
          path.slice(folder.length + 1).replaceAll('\\', '/'),
          {
            contentType: contentTypes[extname(name)] ?? '',
            body,
            ...(gzipped.length < body.length && { gzipped }),
            etag: hash('sha256', body, 'base64url').slice(0, 22),
          },
        ]
      }),
  )
  return new Map(files)
}

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'

const root = dirname(
  createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json'),
)

type Check = { id: string; status: string; errorMessage?: string }

/** The scenarios that count for a revision, as the suite itself lists them. */
export const listScored = async (revision: string): Promise<string[]> =>
  (
    parse(await readFile(join(root, 'requirements', `${revision}.yaml`), 'utf8')) as {
      server: string[]
    }
  ).server

/** Runs the official suite against a server; answers with what it found, by scenario. */
export const runSuite = async (url: string, options: string[]): Promise<Map<string, Check[]>> => {
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-conformance-'))
  try {
    await new Promise<void>((resolve) => {
      // Its exit code counts scenarios too that no revision requires.
      execFile(
        process.execPath,
        [join(root, 'dist/index.js'), 'server', '--url', url, '-o', folder, ...options],
        { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
        () => resolve(),
      )
    })
    const files = (await readdir(folder, { recursive: true })).filter((path) =>
      path.endsWith('checks.json'),
    )
    const found = await Promise.all(
      files.map(
        async (path) =>
          [
            toScenario(path),
            JSON.parse(await readFile(join(folder, path), 'utf8')) as Check[],
          ] as const,
      ),
    )
    return new Map(found)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const toScenario = (path: string): string => /server-(.+)-\d{4}-\d\d-\d\dT/.exec(path)?.[1] ?? path

import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = new URL('../../../', import.meta.url).pathname

/**
 * Builds the tarballs of the version that the last tag names, or of `older-commit` while there is no
 * tag, and installs them. Returns its command line.
 */
export const installOlder = async (folder: string): Promise<string[]> => {
  const [source, installed] = [join(folder, 'source'), join(folder, 'installed')]
  await Promise.all([mkdir(source), mkdir(installed)])
  const commit = await findOlder()
  console.log(`The older version is ${commit}`)
  const shell = (command: string, cwd: string) =>
    run('bash', ['-euo', 'pipefail', '-c', command], { cwd, maxBuffer: 64 * 1024 * 1024 })
  await shell(`git archive "${commit}" | tar -x -C "${source}"`, root)
  // As examples/deploy/Dockerfile does.
  await shell(
    `npm ci --no-audit --no-fund && npm pack --pack-destination "${folder}" && npm pack ./dist/server --pack-destination "${folder}"`,
    source,
  )
  await shell(
    `npm install --no-audit --no-fund --omit=dev "${folder}"/plugboard-*.tgz pg@8 pg-boss@12`,
    installed,
  )
  return [join(installed, 'node_modules/plugboard-server/bin/plugboard-server.js')]
}

const findOlder = async (): Promise<string> => {
  const tag = await run('git', ['describe', '--tags', '--abbrev=0'], { cwd: root }).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  )
  const named = (await readFile(new URL('older-commit', import.meta.url), 'utf8')).trim()
  const commit = tag ?? named
  await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).catch(
    (cause: unknown) => {
      throw new Error(`${commit} is not in this repository: fetch its history`, { cause })
    },
  )
  return commit
}

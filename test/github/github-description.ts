import { execFile } from 'node:child_process'
import { access, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const name = '@octokit/openapi@23.0.2'
const file = 'package/generated/api.github.com.json'
const cache = fileURLToPath(new URL('../../.cache/octokit/', import.meta.url))
const run = promisify(execFile)

/**
 * GitHub's own description of its API. The package is downloaded once; of its 403 MB only this one
 * file is kept.
 */
export const readGithubDescription = async (): Promise<Record<string, unknown>> => {
  const kept = join(cache, `${name.replace(/^.*@/, '')}.json`)
  if (!(await exists(kept))) await download(kept)
  return JSON.parse(await readFile(kept, 'utf8')) as Record<string, unknown>
}

const download = async (kept: string): Promise<void> => {
  console.log(`downloading ${name} …`)
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'download-'))
  try {
    const { stdout } = await run('npm', ['pack', name, '--pack-destination', folder, '--silent'], {
      cwd: folder,
    })
    await run('tar', ['-xzf', join(folder, stdout.trim()), '-C', folder, file])
    await rename(join(folder, file), kept)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

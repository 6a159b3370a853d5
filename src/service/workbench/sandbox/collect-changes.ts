import { Buffer } from 'node:buffer'
import type { IFileSystem } from 'just-bash'
import { homeFolder, sandboxLimits } from './limits.ts'
import type { SandboxEnd, SandboxFile } from './messages.ts'

/**
 * The files of the home folder that changed during the run. Empty folders and links are not kept.
 */
export const collectChanges = async (
  fs: IFileSystem,
  before: SandboxFile[],
): Promise<Pick<SandboxEnd, 'changed' | 'removed' | 'filesRefused'>> => {
  const paths = await listFiles(fs, homeFolder)
  if (paths.length > sandboxLimits.fileCount)
    return refuse(`there are more than ${sandboxLimits.fileCount}`)
  let bytes = 0
  const files: SandboxFile[] = []
  for (const path of paths) {
    if (path.length > sandboxLimits.pathCharacters)
      return refuse(`a path is longer than ${sandboxLimits.pathCharacters} characters`)
    const content = Buffer.from(await fs.readFileBuffer(`${homeFolder}/${path}`))
    bytes += content.length
    if (bytes > sandboxLimits.fileBytes)
      return refuse(`together they have more than ${sandboxLimits.fileBytes} bytes`)
    files.push({ path, base64: content.toString('base64') })
  }
  const earlier = new Map(before.map(({ path, base64 }) => [path, base64]))
  return {
    changed: files.filter(({ path, base64 }) => earlier.get(path) !== base64),
    removed: before.map(({ path }) => path).filter((path) => !paths.includes(path)),
  }
}

const refuse = (reason: string) => ({
  changed: [],
  removed: [],
  filesRefused: `No file changes were stored, because ${reason}. Remove what you don't need.`,
})

/** The paths below a folder, at most one more than the limit. */
const listFiles = async (fs: IFileSystem, folder: string): Promise<string[]> => {
  const found: string[] = []
  const pending = ['']
  for (
    let prefix = pending.pop();
    prefix !== undefined && found.length <= sandboxLimits.fileCount;
    prefix = pending.pop()
  ) {
    const names = await fs.readdir(`${folder}/${prefix}`).catch(() => [])
    for (const name of names) {
      const path = prefix + name
      const stat = await fs.lstat(`${folder}/${path}`)
      if (stat.isSymbolicLink) continue
      if (stat.isDirectory) pending.push(`${path}/`)
      else if (stat.isFile && found.push(path) > sandboxLimits.fileCount) break
    }
  }
  return found.toSorted()
}

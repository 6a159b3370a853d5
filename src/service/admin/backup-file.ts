import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import { ServiceError } from '../service-error.ts'

/**
 * A backup is one file: a header of 4,096 bytes, one line of JSON filled up with spaces, and the
 * SQLite file as it is. `tail -c +4097 backup > plugboard.db` needs no Plugboard.
 */
const headerBytes = 4096
const format = 'plugboard backup 1'

const header = z.object({
  format: z.literal(format),
  made_at: z.iso.datetime(),
  plugboard: z.string(),
  last_migration: z.string().nullable(),
  /** Versions of the root keys without which it cannot be read; the keys are not in it. */
  root_keys: z.array(z.string()),
  bytes: z.number().int().nonnegative(),
  sha256: z.string(),
})

export type BackupHeader = z.infer<typeof header>
type Described = Omit<BackupHeader, 'format' | 'bytes' | 'sha256'>

/** Makes a backup of a copied SQLite file. A file that is there is not overwritten. */
export const writeBackup = async (
  path: string,
  copy: string,
  described: Described,
): Promise<BackupHeader> => {
  await rejectExisting(path)
  const partial = `${path}.partial`
  const file = await open(partial, 'w', 0o600)
  try {
    const content = await append(file, copy, headerBytes)
    const written: BackupHeader = { format, ...described, ...content }
    // Last, so that what a crash left is no backup.
    await file.write(
      Buffer.from(`${JSON.stringify(written).padEnd(headerBytes - 1)}\n`),
      0,
      null,
      0,
    )
    await file.sync()
    await rename(partial, path)
    return written
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

export const rejectExisting = async (path: string): Promise<void> => {
  if (await stat(path).catch(() => undefined))
    throw new ServiceError('conflict', `${path} exists already`, {
      suggestedFix: 'Name another file: a backup is never overwritten',
    })
}

/** Writes the SQLite file of a backup to a new file, and checks its length and checksum. */
export const extractBackup = async (path: string, to: string): Promise<BackupHeader> => {
  const described = await readHeader(path)
  const file = await open(to, 'wx', 0o600)
  try {
    const { bytes, sha256 } = await append(file, path, 0, headerBytes)
    await file.sync()
    if (bytes !== described.bytes || sha256 !== described.sha256)
      throw new ServiceError(
        'invalid_request',
        `${path} is damaged: ${bytes === described.bytes ? 'its checksum differs' : `it holds ${bytes} of ${described.bytes} bytes`}`,
        { suggestedFix: 'Use another backup' },
      )
    return described
  } catch (error) {
    await rm(to, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

export const readHeader = async (path: string): Promise<BackupHeader> => {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new ServiceError('not_found', `${path} cannot be read`, {
      suggestedFix: 'Name a file that plugboard admin backup wrote',
      cause,
    })
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0)
    const parsed = header.safeParse(parse(buffer.toString('utf8', 0, bytesRead)))
    if (parsed.success) return parsed.data
    throw new ServiceError('invalid_request', `${path} is no backup, or was not finished`, {
      suggestedFix: 'Name a file that plugboard admin backup wrote',
    })
  } finally {
    await file.close()
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const append = async (
  file: FileHandle,
  from: string,
  position: number,
  start = 0,
): Promise<{ bytes: number; sha256: string }> => {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(from, { start, highWaterMark: 1024 * 1024 })) {
    const part = z.instanceof(Buffer).parse(chunk)
    hash.update(part)
    await file.write(part, 0, part.length, position + bytes)
    bytes += part.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

import {
  answeredFiles,
  type AnsweredResult,
  type FileReference,
} from '../../../contract/session-results.ts'
import type { Uploads } from '../../files/index.ts'
import type { Handle } from '../../platform/database/index.ts'
import { ServiceError } from '../../service-error.ts'
import type { OpenSession } from '../open-session.ts'
import type { Results } from './results.ts'

type Parts = { uploads: Uploads; results: Results }

/**
 * Gives the result of a custom tool the form of any other: files become addresses, a large one a
 * preview. Returns null if nothing changes.
 */
export const storeAnswer = async (
  { uploads, results }: Parts,
  session: OpenSession,
  { data, files = [] }: AnsweredResult,
  signal: AbortSignal,
): Promise<Record<string, unknown> | null> => {
  const contents = files.map(({ base64, content_type: contentType, name }) => ({
    bytes: Buffer.from(base64, 'base64'),
    contentType,
    ...(name !== undefined && { name }),
  }))
  const size = contents.reduce((total, { bytes }) => total + bytes.byteLength, 0)
  if (size > answeredFiles.bytes)
    throw invalid(`The files have ${size} bytes together, more than ${answeredFiles.bytes}`)
  const places = files.map(({ at }) => at)
  const lost = places.find((at, index) => !isPlace(data, at) || places.indexOf(at) !== index)
  if (lost !== undefined) throw invalid(`\`data\` has no null for one file at ${lost}`)
  const offload = (references: FileReference[], transaction: Handle) => {
    const placed = places.reduce((whole, at, index) => place(whole, at, references[index]), data)
    return results.offload(session, placed, transaction)
  }
  const shown = await uploads.keepResults(session.project, contents, offload, signal)
  return shown === data ? null : shown
}

const isPlace = (data: Record<string, unknown>, at: string): boolean => {
  const index = indexOf(at)
  if (index === undefined) return data['file'] === null
  return Array.isArray(data['files']) && data['files'][index] === null
}

const place = (
  data: Record<string, unknown>,
  at: string,
  reference: FileReference | undefined,
): Record<string, unknown> => {
  const index = indexOf(at)
  return index === undefined
    ? { ...data, file: reference }
    : { ...data, files: (data['files'] as unknown[]).with(index, reference) }
}

/** Undefined for `/file`. */
const indexOf = (at: string): number | undefined => {
  const digit = /^\/files\/(\d)$/.exec(at)?.[1]
  return digit === undefined ? undefined : Number(digit)
}

const invalid = (problem: string): ServiceError =>
  new ServiceError('invalid_request', problem, {
    suggestedFix: 'Send null in `data` where a file goes, and `at` of each file its place',
    errors: [`body.files: ${problem}`],
  })

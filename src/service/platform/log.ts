import { pino, type Logger } from 'pino'
import { createLineWriter, type LineWriter } from './line-writer.ts'

export type Log = Logger

/** Names of headers and fields that hold a secret, in lower case. */
const secretNames: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'apikey',
  'api_key',
  'password',
  'token',
  'access_token',
  'refresh_token',
  'secret',
  'client_secret',
  'x-api-key',
  'x-user-api-key',
  'x-org-api-key',
  'x-connect-token',
])

const deepest = 5

/**
 * What is logged, without what is called as a secret is. The given object is not changed, and not
 * copied where it has none.
 *
 * Written for this, since every request is logged: the redaction of the logger takes longer for a line
 * than all else that makes it.
 */
const withoutSecrets = <Value>(value: Value, depth = 0): Value => {
  if (!isPlain(value)) return value
  if (depth === deepest) return '[too deep]' as Value
  let copy: Record<string, unknown> | undefined
  for (const name in value) {
    const member: unknown = value[name]
    const shown = secretNames.has(name.toLowerCase()) ? censor : withoutSecrets(member, depth + 1)
    if (shown === member) continue
    // A list stays one.
    copy ??= (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as never
    copy[name] = shown
  }
  return (copy ?? value) as Value
}

const censor = '[redacted]'

const isPlain = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Array.isArray(value)
}

/**
 * What an error says, where, and by which code; not what else hangs on it, such as the client of a
 * database with its settings. The stack has that of its causes.
 */
const toLogged = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const { type, message, stack } = pino.stdSerializers.err(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return { type, message, stack, ...(code !== undefined && { code }) }
}

/** One for all services of a process. */
let standardError: LineWriter | undefined

/** Writes JSON lines to standard error (or to `write`), with secrets redacted by name. */
export const createLog = (level: string, write?: LineWriter): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: toLogged },
      formatters: { log: withoutSecrets },
    },
    write ?? (standardError ??= createLineWriter(2)),
  )

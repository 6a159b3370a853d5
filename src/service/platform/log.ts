import { destination, pino, type Logger } from 'pino'

export type Log = Logger

/**
 * Headers and fields that may contain a secret, redacted wherever an object with them is logged.
 */
const secretPaths = [
  'authorization',
  'cookie',
  'apiKey',
  'api_key',
  'password',
  'token',
  'secret',
  'client_secret',
  '["x-api-key"]',
  '["x-user-api-key"]',
  '["x-org-api-key"]',
  '["x-connect-token"]',
]

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

/** Writes JSON lines to standard error (or to `write`), with secrets redacted by name. */
export const createLog = (level: string, write?: { write(line: string): void }): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: toLogged },
      redact: {
        paths: secretPaths.flatMap((path) => [
          path,
          path.startsWith('[') ? `*${path}` : `*.${path}`,
        ]),
        censor: '[redacted]',
      },
    },
    write ?? destination({ fd: 2, sync: false }),
  )

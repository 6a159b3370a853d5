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

/** Writes JSON lines to standard error (or to `write`), with secrets redacted by name. */
export const createLog = (level: string, write?: { write(line: string): void }): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
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

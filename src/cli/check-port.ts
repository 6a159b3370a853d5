import { once } from 'node:events'
import { createServer } from 'node:net'
import { CliError } from './cli-error.ts'

/**
 * Reports a clear error if it is not possible to listen on an address.
 *
 * This runs before the database is used: the first start creates keys that are shown once, and must
 * not fail after that.
 */
export const checkPort = async (
  { host, port }: { host: string; port: number },
  names: Names = { host: '--host or PLUGBOARD_HOST', port: '--port or PLUGBOARD_PORT' },
): Promise<void> => {
  if (port === 0) return
  const server = createServer().listen(port, host)
  await once(server, 'listening').catch((cause: unknown) => {
    throw toCliError({ host, port }, names, cause)
  })
  server.close()
  await once(server, 'close')
}

/** With which options or settings they are chosen. */
type Names = { host: string; port: string }

const toCliError = (
  { host, port }: { host: string; port: number },
  names: Names,
  cause: unknown,
): CliError => {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'EADDRINUSE') {
    return new CliError(`Port ${port} of ${host} is in use`, {
      suggestedFix: `Stop the program that uses it, or choose another port with ${names.port} (0: any free port)`,
    })
  }
  if (code === 'EACCES')
    return new CliError(`Port ${port} needs privileges that this user does not have`, {
      suggestedFix: `Choose a port above 1023 with ${names.port}`,
    })
  return new CliError(`Cannot listen on ${host}`, {
    suggestedFix: `Choose an address of this machine with ${names.host}`,
    cause,
  })
}

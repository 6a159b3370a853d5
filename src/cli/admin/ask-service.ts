import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { commandProof } from '../../service/open-admin.ts'
import { proveRootKey } from '../../service/platform/secrets/index.ts'
import { CliError } from '../cli-error.ts'

const answer = z.union([
  z.object({ result: z.record(z.string(), z.unknown()) }),
  z.object({
    error: z.object({
      message: z.string(),
      suggested_fix: z.string().nullish(),
      errors: z.array(z.string()).nullish(),
    }),
  }),
])

/** Has a running service run a command, proving to have its root key. */
export const askService = async ({
  url,
  ring,
  command,
  given,
}: {
  url: string
  ring: string
  command: string
  given: object
}): Promise<object> => {
  const asked = {
    at: new Date().toISOString(),
    nonce: randomBytes(16).toString('base64url'),
    url,
    command,
    given: JSON.stringify(given),
  }
  const proof = proveRootKey(ring, commandProof.purpose, commandProof.toText(asked))
  const response = await fetch(new URL('/admin/commands', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...asked, proof }),
    redirect: 'error',
  }).catch((cause: unknown) => {
    throw new CliError(`There is no service at ${url}`, {
      suggestedFix: 'Pass its address with --url',
      cause,
    })
  })
  const text = await response.text().catch((cause: unknown) => {
    throw new CliError(`The service at ${url} ended before it answered`, {
      suggestedFix: 'Look into its log, and run the command again',
      cause,
    })
  })
  const parsed = answer.safeParse(parse(text))
  if (!parsed.success)
    throw new CliError(`${url} answered with status ${response.status}`, {
      suggestedFix: 'Check that it is the address of a Plugboard service of this version',
    })
  if ('result' in parsed.data) return parsed.data.result
  const { message, suggested_fix: suggestedFix, errors } = parsed.data.error
  throw new CliError(message, {
    ...(suggestedFix && { suggestedFix }),
    ...(errors && { errors }),
  })
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

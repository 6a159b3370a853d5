import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { proveRootKey } from '../../service/platform/secrets/index.ts'
import { CliError } from '../cli-error.ts'

const refusal = z.object({
  error: z.object({
    message: z.string(),
    suggested_fix: z.string().nullish(),
    errors: z.array(z.string()).nullish(),
  }),
})

/** What a proof holds for every request. */
type Proven = { at: string; nonce: string; url: string }

type Asked<Given extends object, Answer> = {
  /** Below the address of the service, such as `/admin/commands`. */
  path: string
  /** The address of the service, and its root keys. */
  url: string
  ring: string
  given: Given
  proof: { purpose: string; toText(asked: Proven & Given): string }
  answer: z.ZodType<Answer>
}

/** Asks a running service for something, proving to have its root key, which is not sent. */
export const postProven = async <Given extends object, Answer>({
  path,
  url,
  ring,
  given,
  proof: { purpose, toText },
  answer,
}: Asked<Given, Answer>): Promise<Answer> => {
  const asked = {
    at: new Date().toISOString(),
    nonce: randomBytes(16).toString('base64url'),
    url,
    ...given,
  }
  const proof = proveRootKey(ring, purpose, toText(asked))
  const response = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...asked, proof }),
    redirect: 'error',
  }).catch((cause: unknown) => {
    throw new CliError(`There is no service at ${url}`, {
      suggestedFix: 'Start it, or pass its address with --url',
      cause,
    })
  })
  const text = await response.text().catch((cause: unknown) => {
    throw new CliError(`The service at ${url} ended before it answered`, {
      suggestedFix: 'Look into its log, and run the command again',
      cause,
    })
  })
  const body = parse(text)
  const answered = answer.safeParse(body)
  if (answered.success) return answered.data
  throw toCliError(url, response.status, body)
}

const toCliError = (url: string, status: number, body: unknown): CliError => {
  const refused = refusal.safeParse(body)
  if (!refused.success)
    return new CliError(`${url} answered with status ${status}`, {
      suggestedFix: 'Check that it is the address of a Plugboard service of this version',
    })
  const { message, suggested_fix: suggestedFix, errors } = refused.data.error
  // Another service may answer there than the one that is meant.
  return new CliError(status === 401 ? `${message}: ${url}` : message, {
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

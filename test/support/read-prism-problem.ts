import { z } from 'zod'

/**
 * Why Prism did not accept a request: it breaks the description (`violation`), or Prism could not
 * serve it at all (`unserved`).
 */
type PrismProblem = { kind: 'violation' | 'unserved'; reason: string }

/**
 * What Prism says against a request, undefined when it says nothing.
 *
 * A violation is in the header `sl-violations` where the description has an answer for bad
 * requests, and in Prism's own error body where it has none. Violations of the response are the
 * fault of the description's examples; warnings say that something is deprecated.
 */
export const readPrismProblem = (answer: {
  headers: Record<string, string | string[] | undefined>
  body: string
}): PrismProblem | undefined => {
  const inHeader = parse(violations, answer.headers['sl-violations']) ?? []
  const error = parse(prismError, answer.body)
  const ofRequest = [
    ...inHeader.filter(({ location }) => location[0] === 'request'),
    ...(error?.validation ?? []),
  ].filter(({ severity }) => severity === 'Error')
  if (ofRequest.length > 0)
    return {
      kind: 'violation',
      reason: ofRequest
        .map(({ location, message }) => `${location.join('.')}: ${message}`)
        .join('; '),
    }
  return error && { kind: 'unserved', reason: `Prism: ${error.title}: ${error.detail}` }
}

const violations = z.array(
  z.object({
    location: z.array(z.union([z.string(), z.number()])),
    severity: z.string(),
    message: z.string(),
  }),
)

const prismError = z.object({
  type: z.string().startsWith('https://stoplight.io/prism/errors#'),
  title: z.string(),
  detail: z.string().default(''),
  validation: violations.optional(),
})

const parse = <T>(schema: z.ZodType<T>, text: unknown): T | undefined => {
  if (typeof text !== 'string' || !/^\s*[[{]/.test(text)) return undefined
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

import { ServiceError } from '../service-error.ts'

/** NUL, which PostgreSQL cannot store, and lone surrogates, which are not valid text. */
const badText = /\0|\p{Surrogate}/u
const mostIssues = 20

/** Refuses a part of a request with text that databases can't store, naming each path. */
export const rejectInvalidText = (part: 'path' | 'query' | 'body', value: unknown): void => {
  const places = findBadText(part, value).slice(0, mostIssues)
  if (places.length === 0) return
  throw new ServiceError(
    'invalid_request',
    `The ${part} of the request contains characters that cannot be stored`,
    {
      suggestedFix: 'Remove the characters; encode binary data, for example as base64',
      errors: places.map(
        (place) => `${place}: must not contain U+0000 or half of a surrogate pair`,
      ),
    },
  )
}

const findBadText = (path: string, value: unknown): string[] => {
  if (typeof value === 'string') return badText.test(value) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, entry]) =>
    badText.test(key) ? [`${path}.${clean(key)}`] : findBadText(`${path}.${key}`, entry),
  )
}

const clean = (key: string): string => key.replaceAll('\0', '').toWellFormed()

import { crc32 } from 'node:zlib'
import {
  signedPlaceholder,
  type SignedContent,
} from '../../../../contract/import-trigger-signature.ts'
import { safeEqual } from '../../../platform/secrets/index.ts'
import { selectPath, toText } from '../../requests/select-path.ts'
import { isForm, valueAt, type HookRequest } from '../hook-request.ts'
import { digestBody } from './digest-body.ts'
import type { Known } from './known.ts'

type Filled = { bytes: Uint8Array<ArrayBuffer> } | { problem: string }

/** The bytes that the provider signed of this request, if it is one that binds its body. */
export const signedBytes = async (
  content: SignedContent,
  request: HookRequest,
  timestamp: string,
  known: Pick<Known, 'url' | 'values'>,
): Promise<Filled> => {
  const problem = await digestProblem(content, request)
  if (problem !== undefined) return { problem }
  const parts: Uint8Array[] = []
  let end = 0
  for (const match of content.signed.matchAll(signedPlaceholder)) {
    const [whole, name = ''] = match
    const value = await fill(name, request, timestamp, known)
    if (value === undefined)
      return {
        problem: name.startsWith('header.')
          ? `The request has no header ${name.slice('header.'.length)}, or several`
          : `There is no value for {${name}} of the signed text`,
      }
    parts.push(toBytes(content.signed.slice(end, match.index)), toBytes(value))
    end = match.index + whole.length
  }
  parts.push(toBytes(content.signed.slice(end)))
  return { bytes: Uint8Array.from(Buffer.concat(parts)) }
}

const toBytes = (value: string | Uint8Array): Uint8Array =>
  typeof value === 'string' ? Buffer.from(value) : value

const fill = async (
  name: string,
  request: HookRequest,
  timestamp: string,
  { url, values }: Pick<Known, 'url' | 'values'>,
): Promise<string | Uint8Array | undefined> => {
  switch (name) {
    case 'body':
      return request.body
    case 'body_sha256':
      return digestBody(request.body, { algorithm: 'sha256', encoding: 'hex' })
    case 'body_crc32':
      return String(crc32(request.body))
    case 'form_sorted':
      return formSorted(request)
    case 'timestamp':
      return timestamp
    case 'url':
      return url
    case 'query':
      return request.search
    case 'method':
      return request.method
    default: {
      const value = name.startsWith('header.')
        ? valueAt(request, { in: 'header', name: name.slice('header.'.length) })
        : selectPath(values, name)
      return value === undefined || value === null || value === '' ? undefined : toText(value)
    }
  }
}

/**
 * A name that occurs several times has each distinct value once, in sorted order. Anybody who knows
 * the address may send 1 MiB of names, so each is looked at once.
 */
const formSorted = (request: HookRequest): string => {
  if (!isForm(request)) return ''
  const fields = new URLSearchParams(new TextDecoder().decode(request.body))
  const values = Map.groupBy(fields, ([name]) => name)
  return [...values.keys()]
    .toSorted()
    .flatMap((name) =>
      [...new Set(values.get(name)?.map(([, value]) => value))]
        .toSorted()
        .map((value) => name + value),
    )
    .join('')
}

/**
 * A signature over a digest proves nothing about the body unless the digest is compared, and one
 * over the fields of a form proves nothing about other content.
 */
const digestProblem = async (
  { signed, body_digest: wanted }: SignedContent,
  request: HookRequest,
): Promise<string | undefined> => {
  const isBound = signed.includes('{form_sorted}')
    ? isForm(request)
    : /\{body(?:_sha256|_crc32)?\}/.test(signed)
  if (!wanted) return isBound ? undefined : 'The signature does not cover content that is no form'
  const given = valueAt(request, { in: wanted.in, name: wanted.name })
  if (given === undefined)
    return isBound ? undefined : `The request has no ${wanted.in} ${wanted.name}, or several`
  return safeEqual(toText(given), await digestBody(request.body, wanted))
    ? undefined
    : `The digest in the ${wanted.in} ${wanted.name} does not match the content`
}

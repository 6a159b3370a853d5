import type { SignaturePlacement } from '../../../../contract/import-trigger-signature.ts'
import { valueAt, type HookRequest } from '../hook-request.ts'

/** More are not tried: each costs a verification. */
const maximumSignatures = 10

/** What the headers of a signature hold; undefined where there are none, or one came twice. */
export const signatureHeaders = (
  { header }: SignaturePlacement,
  request: HookRequest,
): string[] | undefined => {
  const values = [header]
    .flat()
    .map((name) => valueAt(request, { in: 'header', name }))
    .filter((value) => typeof value === 'string' && value !== '')
  return values.length === 0 ? undefined : values.map(String)
}

/** The signatures in these headers: one, or several while keys are rotated. */
export const receivedSignatures = (
  { format, prefix }: SignaturePlacement,
  headers: string[],
): string[] =>
  headers.flatMap((header) => signaturesIn(format, prefix, header)).slice(0, maximumSignatures)

const signaturesIn = (
  format: SignaturePlacement['format'],
  prefix: string,
  header: string,
): string[] => {
  switch (format) {
    case 'value':
      return withoutPrefix(prefix, header)
    case 'pairs':
      return pairsIn(header).flatMap(([name, value]) => (name === prefix ? [value] : []))
    case 'list':
      return header.split(' ').flatMap((entry) => withoutPrefix(prefix, entry))
    default:
      return format satisfies never
  }
}

/** The first value of this name in headers of pairs such as `t=…,v1=…`. */
export const pairNamed = (name: string, headers: string[]): string | undefined =>
  headers.flatMap(pairsIn).find(([each]) => each === name)?.[1]

const withoutPrefix = (prefix: string, text: string): string[] =>
  text.startsWith(prefix) ? [text.slice(prefix.length)] : []

const pairsIn = (header: string): [string, string][] =>
  header.split(/[,;]/).map((pair) => {
    const [name = '', ...value] = pair.trim().split('=')
    return [name, value.join('=')]
  })

import type { ParameterTemplate } from '../../catalog/index.ts'
import { percentEncode } from './percent-encode.ts'

type Serialization = Pick<ParameterTemplate, 'name' | 'style' | 'explode'>
export type Encode = (text: string) => string

/**
 * A value in one of OpenAPI's styles, which are those of RFC 6570 and three more. Undefined when
 * there is nothing to write: no value, an empty list or object.
 *
 * - `simple` `label` `matrix` give the text that stands in a path; `simple` also a header's.
 * - The others give `name=value` pairs joined by `&`; `separator` changes that to a cookie's `; `.
 *
 * Null counts as absent. Objects within lists and objects have no form in OpenAPI but in
 * `deepObject`; they are written in JSON.
 */
export const serializeValue = (
  { name, style, explode }: Serialization,
  value: unknown,
  encode: Encode,
  separator = '&',
): string | undefined => {
  const shape = shapeOf(value)
  if (!shape) return undefined
  // Names come from the description and are always encoded; only the value may stay unencoded.
  const key = encodeName(name)
  const pair = (name: string, text: string) => `${name}=${text}`
  switch (style) {
    case 'simple':
      return write(shape, encode, { explode, first: '', between: ',', pair })
    case 'label':
      return write(shape, encode, { explode, first: '.', between: explode ? '.' : ',', pair })
    case 'matrix':
      return writeMatrix(shape, encode, key, explode)
    case 'form':
      return writeForm(shape, encode, key, explode, separator, ',')
    case 'spaceDelimited':
      return writeForm(shape, encode, key, explode, separator, '%20')
    case 'pipeDelimited':
      return writeForm(shape, encode, key, explode, separator, '%7C')
    case 'deepObject':
      return deepPairs(name, value)
        .map(([path, text]) => pair(encodeName(path), encode(text)))
        .join(separator)
    default:
      return style satisfies never
  }
}

type Shape =
  | { kind: 'primitive'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'object'; entries: [string, string][] }

const shapeOf = (value: unknown): Shape | undefined => {
  if (isAbsent(value)) return undefined
  if (Array.isArray(value)) {
    const items = value.filter((item) => !isAbsent(item)).map(toText)
    return items.length > 0 ? { kind: 'list', items } : undefined
  }
  if (typeof value !== 'object') return { kind: 'primitive', text: String(value) }
  const entries = Object.entries(value as object)
    .filter(([, item]) => !isAbsent(item))
    .map(([key, item]): [string, string] => [key, toText(item)])
  return entries.length > 0 ? { kind: 'object', entries } : undefined
}

const isAbsent = (value: unknown): value is null | undefined =>
  value === null || value === undefined

/** The text of one value: JSON for lists and objects. */
export const toText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)

const encodeName = (name: string): string => percentEncode(name)

type Writing = {
  explode: boolean
  first: string
  between: string
  pair: (name: string, text: string) => string
}

const write = (
  shape: Shape,
  encode: Encode,
  { explode, first, between, pair }: Writing,
): string => {
  switch (shape.kind) {
    case 'primitive':
      return first + encode(shape.text)
    case 'list':
      return first + shape.items.map(encode).join(between)
    case 'object':
      return (
        first +
        (explode
          ? shape.entries.map(([key, text]) => pair(encode(key), encode(text)))
          : shape.entries.flat().map(encode)
        ).join(between)
      )
    default:
      return shape satisfies never
  }
}

/** `;name=value`, and just `;name` for an empty text. */
const writeMatrix = (shape: Shape, encode: Encode, key: string, explode: boolean): string => {
  const part = (name: string, text: string) => (text === '' ? `;${name}` : `;${name}=${text}`)
  if (shape.kind === 'list' && explode)
    return shape.items.map((item) => part(key, encode(item))).join('')
  if (shape.kind === 'object' && explode)
    return shape.entries.map(([name, text]) => part(encode(name), encode(text))).join('')
  return part(key, write(shape, encode, { explode: false, first: '', between: ',', pair: part }))
}

const writeForm = (
  shape: Shape,
  encode: Encode,
  key: string,
  explode: boolean,
  separator: string,
  delimiter: string,
): string => {
  if (shape.kind === 'list' && explode)
    return shape.items.map((item) => `${key}=${encode(item)}`).join(separator)
  if (shape.kind === 'object' && explode)
    return shape.entries
      .map(([name, text]) => `${encodeName(name)}=${encode(text)}`)
      .join(separator)
  return `${key}=${write(shape, encode, { explode: false, first: '', between: delimiter, pair: (name, text) => `${name}=${text}` })}`
}

/**
 * `filter[price][gte]=10`, lists by index: `filter[tags][0]=a`, as query parsers with nesting read
 * it.
 */
const deepPairs = (path: string, value: unknown): [string, string][] => {
  if (isAbsent(value)) return []
  if (typeof value !== 'object') return [[path, String(value)]]
  return Object.entries(value as object).flatMap(([key, item]) =>
    deepPairs(`${path}[${key}]`, item),
  )
}

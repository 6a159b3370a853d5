import type { TriggerRequest } from '../../../src/contract/import-trigger-request.ts'
import type { ReceivedRequest } from '../start-upstream.ts'
import { isObject, type Json } from './values.ts'

/** What a request holds in the places of the placeholders of its template. */
export type Captured = Record<string, unknown>

const placeholder = /\{([a-z_][a-z_0-9]*(?:\.[^{}.\s]+)*)\}/g

/** The names of all placeholders in a value. */
export const placeholdersIn = (value: unknown): string[] =>
  [...JSON.stringify(value ?? null).matchAll(placeholder)].map(([, name = '']) => name)

/** A text with its placeholders replaced; those without a value stay. */
export const fill = (text: string, values: Json): string =>
  text.replaceAll(placeholder, (whole, name: string) => {
    const value = name.split('.').reduce<unknown>(inner, values)
    if (value === undefined) return whole
    if (Array.isArray(value)) return value.map(String).join(',')
    return typeof value === 'string' ? value : JSON.stringify(value)
  })

const inner = (value: unknown, name: string): unknown =>
  isObject(value) || Array.isArray(value) ? (value as unknown as Json)[name] : undefined

/**
 * What a request holds in the places of a template's placeholders; undefined if it is not a request
 * of this template. What the template has beside placeholders must be there as it is.
 */
export const readTemplate = (
  { method, path, query = {}, body }: TriggerRequest,
  request: ReceivedRequest,
): Captured | undefined => {
  if (request.method !== method) return undefined
  const url = new URL(request.url, 'http://fake.example')
  const { address, search } = splitAddress(path)
  const found: (Captured | undefined)[] = [
    readText(address, url.pathname, { isEnd: path.startsWith('/'), isEncoded: true }),
    ...Object.entries({ ...search, ...query }).map(([name, text]) =>
      readValue(text, url.searchParams.get(name) ?? undefined),
    ),
    body === undefined ? {} : readValue(body, contentOf(request)),
  ]
  return found.includes(undefined) ? undefined : Object.assign({}, ...found)
}

const splitAddress = (path: string): { address: string; search: Record<string, string> } => {
  const [address = '', search = ''] = path.replace(/^https?:\/\/[^/]+/, '').split('?')
  return { address, search: Object.fromEntries(new URLSearchParams(search)) }
}

const readValue = (template: unknown, given: unknown): Captured | undefined => {
  if (typeof template === 'string') return readText(template, given)
  if (given === undefined) return placeholdersIn(template).length > 0 ? {} : undefined
  if (Array.isArray(template)) {
    if (!Array.isArray(given)) return undefined
    // Entries without a value are left out, and then it is not known which are there.
    if (given.length !== template.length)
      return placeholdersIn(template).length > 0 ? {} : undefined
    return merge(template.map((each, index) => readValue(each, given[index])))
  }
  if (isObject(template))
    return isObject(given)
      ? merge(Object.entries(template).map(([name, each]) => readValue(each, given[name])))
      : undefined
  return String(template) === String(given) ? {} : undefined
}

const merge = (found: (Captured | undefined)[]): Captured | undefined =>
  found.includes(undefined) ? undefined : Object.assign({}, ...found)

type Reading = { isEnd?: boolean; isEncoded?: boolean }

const readText = (
  template: string,
  given: unknown,
  { isEnd = false, isEncoded = false }: Reading = {},
): Captured | undefined => {
  const names = placeholdersIn(template)
  if (given === undefined) return names.length > 0 ? {} : undefined
  if (names.length === 1 && template === `{${names[0]}}`) return { [names[0] ?? '']: given }
  const parts = template
    .split(/\{[^{}]+\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  const pattern = parts.join(isEncoded ? '([^/]+)' : '(.*)')
  const match = new RegExp(`${isEnd ? '' : '^'}${pattern}${isEncoded ? '/?' : ''}$`, 's').exec(
    String(given),
  )
  // The base URL may hold placeholders, too: of fields of the account.
  return (
    (match &&
      Object.fromEntries(
        names.map((name, index) => {
          const value = match[index + 1] ?? ''
          return [name, isEncoded ? decodeURIComponent(value) : value]
        }),
      )) ??
    undefined
  )
}

/** The content of a request, as JSON or the fields of a form. */
export const contentOf = ({ body, headers }: ReceivedRequest): unknown => {
  if (body === '') return {}
  return String(headers['content-type']).includes('json')
    ? (JSON.parse(body) as unknown)
    : Object.fromEntries(new URLSearchParams(body))
}

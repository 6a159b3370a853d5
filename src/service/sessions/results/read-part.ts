import type { ResultPart } from '../../../contract/session-results.ts'
import { ServiceError } from '../../service-error.ts'
import { parsePath, toPath } from './parse-path.ts'
import { toOutline } from './to-outline.ts'

export type PartRequest = {
  path?: string | undefined
  offset?: number | undefined
  limit?: number | undefined
}

type Part = Omit<ResultPart, 'handle'>

/** The approximate maximum of JSON characters per page. */
const pageCharacters = 12_000
/** An entry with more characters is shown in outline. */
const entryCharacters = 8_000
const outlineCharacters = 800

/**
 * Returns the requested page of a JSON value: items of an array, characters of a string, keys of an
 * object.
 */
export const readPart = (data: unknown, { path = '', offset = 0, limit }: PartRequest): Part => {
  const value = lookUp(data, path)
  if (typeof value === 'string') return readText(value, path, offset, limit)
  if (Array.isArray(value)) return readEntries('array', [...value.entries()], path, offset, limit)
  if (typeof value === 'object' && value !== null)
    return readEntries('object', Object.entries(value), path, offset, limit)
  return {
    path,
    type: value === null ? 'null' : (typeof value as 'number' | 'boolean'),
    total: 1,
    offset: 0,
    next_offset: null,
    value,
    shortened: [],
  }
}

const lookUp = (data: unknown, path: string): unknown => {
  const keys = parsePath(path)
  if (!keys)
    throw new ServiceError('invalid_request', `"${path}" is not a path`, {
      suggestedFix: 'Use the form items[0].title, and ["odd key"] for keys with other characters',
    })
  let value = data
  let at = ''
  for (const key of keys) {
    if (
      typeof value !== 'object' ||
      value === null ||
      !Object.hasOwn(value, key) ||
      (Array.isArray(value) && !/^\d+$/.test(key))
    )
      throw nothingThere(value, at, key)
    at = toPath(at, Array.isArray(value) ? Number(key) : key)
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

const nothingThere = (value: unknown, at: string, key: string) => {
  const where = at === '' ? 'The result' : `"${at}"`
  const there = Array.isArray(value)
    ? `${value.length} items`
    : typeof value === 'object' && value !== null
      ? `the keys ${Object.keys(value).slice(0, 30).join(', ')}`
      : `a ${value === null ? 'null' : typeof value}`
  return new ServiceError('invalid_request', `${where} has no "${key}"`, {
    suggestedFix: `There is ${there}`,
  })
}

const readText = (text: string, path: string, offset: number, limit = pageCharacters): Part => {
  const value = text.slice(offset, offset + Math.min(limit, pageCharacters))
  const end = offset + value.length
  return {
    path,
    type: 'string',
    total: text.length,
    offset,
    next_offset: end < text.length ? end : null,
    value,
    shortened: [],
  }
}

const readEntries = (
  type: 'array' | 'object',
  entries: [string | number, unknown][],
  path: string,
  offset: number,
  limit = Number.POSITIVE_INFINITY,
): Part => {
  const page: [string | number, unknown][] = []
  const shortened: string[] = []
  let characters = 0
  for (const [key, entry] of entries.slice(offset)) {
    const isLarge = JSON.stringify(entry).length > entryCharacters
    const shown = isLarge ? toOutline(entry, outlineCharacters) : entry
    characters += JSON.stringify(shown).length + String(key).length
    if (page.length >= limit || (page.length > 0 && characters > pageCharacters)) break
    if (isLarge) shortened.push(toPath(path, key))
    page.push([key, shown])
  }
  const end = offset + page.length
  return {
    path,
    type,
    total: entries.length,
    offset,
    next_offset: end < entries.length && page.length > 0 ? end : null,
    value: type === 'array' ? page.map(([, entry]) => entry) : Object.fromEntries(page),
    shortened,
  }
}

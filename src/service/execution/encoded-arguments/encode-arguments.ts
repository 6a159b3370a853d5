import { mimeMessage } from '../../../contract/recipe/mime-message.ts'
import { isObject } from '../../../schema/json-schema.ts'
import type { CatalogTool } from '../../catalog/index.ts'
import { RequestBuildError, type LoadBinary } from '../http-request/index.ts'
import { composeMessage } from './compose-message.ts'

const names = Object.keys(mimeMessage.shape)

/** The arguments of a call with the one that the service writes, in the place of its parts. */
export const encodeArguments = async (
  loadBinary: LoadBinary,
  { encode }: CatalogTool['definition'],
  given: Record<string, unknown>,
): Promise<Record<string, unknown>> => {
  if (!encode) return given
  const taken = new Set([...names, ...Object.keys(encode.move)])
  const pick = (keep: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => keep(name)))
  const parsed = mimeMessage.safeParse(pick((name) => names.includes(name)))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const [name = ''] = issue?.path.map(String) ?? []
    throw new RequestBuildError(name, `Argument "${name}": ${issue?.message ?? 'is not valid'}`)
  }
  const raw = await composeMessage(loadBinary, parsed.data)
  const moved = Object.entries(encode.move).flatMap(([name, path]) =>
    given[name] === undefined ? [] : [at(path, given[name])],
  )
  // What the caller gives beside it is not part of what the service writes.
  const [argument = ''] = encode.into.split('.')
  return [...moved, at(encode.into, raw.toString('base64url'))].reduce(
    merge,
    pick((name) => !taken.has(name) && name !== argument),
  )
}

type Json = Record<string, unknown>

const at = (path: string, value: unknown): Json => {
  const [name = '', ...rest] = path.split('.')
  return Object.fromEntries([[name, rest.length > 0 ? at(rest.join('.'), value) : value]])
}

const merge = (one: Json, other: Json): Json =>
  Object.fromEntries([
    ...Object.entries(one),
    ...Object.entries(other).map(([name, value]): [string, unknown] => {
      const before = Object.hasOwn(one, name) ? one[name] : undefined
      return [name, isObject(before) && isObject(value) ? merge(before, value) : value]
    }),
  ])

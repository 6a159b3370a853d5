import {
  isJsonObject,
  toJsonObject,
  toList,
  toText,
  type JsonObject,
} from '../document/json-object.ts'
import type { OpenApiDocument } from '../document/open-document.ts'
import { resolveReference } from '../document/resolve-reference.ts'
import type { Operation } from '../operation/read-operations.ts'
import { credentialName } from './credential-name.ts'
import { isCredentialParameter, type NamedParameter } from './judge-parameter.ts'
import { placeOf } from './place-of.ts'

/** A parameter of an operation by which the caller proves who it is. */
export type FoundCredential = NamedParameter & {
  operation: string
  isRequired: boolean
  /** An example of its value, if the description gives one as text. */
  sample: string
}

/** The credentials among the parameters of a document. */
export type Credentials = {
  found: FoundCredential[]
  of(operation: string): OperationCredentials
}

/** What the account supplies of an operation. */
export type OperationCredentials = {
  isCredential(place: string, name: string): boolean
  /** Names of properties of the body. */
  inBody: ReadonlySet<string>
}

/**
 * Finds the parameters that are credentials of the caller: those that a security scheme of the
 * description names, chosen or not, and those whose name and description say so.
 *
 * @param declared `placeOf` each parameter that a security scheme names
 */
export const findCredentials = (
  document: OpenApiDocument,
  operations: Operation[],
  declared: ReadonlySet<string>,
): Credentials => {
  const candidates = operations.flatMap((operation) =>
    readCandidates(document, operation, declared),
  )
  const counts = countByName(candidates)
  const { securitySchemes } = toJsonObject(document.root.components)
  const declaresSchemes = Object.keys(toJsonObject(securitySchemes)).length > 0
  const found = candidates.filter((candidate) => {
    if (declared.has(placeOf(candidate.place, candidate.name))) return true
    const count = counts.get(candidate.name.toLowerCase())?.size ?? 0
    const context = { count, share: count / operations.length }
    return isCredentialParameter(candidate, {
      ...context,
      declaresSchemes,
      isAboutCredentials: isAboutCredentials(candidate.operation),
    })
  })
  const byOperation = Map.groupBy(found, ({ operation }) => operation)
  return {
    found,
    of: (operation) => {
      const parameters = byOperation.get(operation) ?? []
      const known = new Set(parameters.map(({ place, name }) => placeOf(place, name)))
      return {
        isCredential: (place, name) => known.has(placeOf(place, name)),
        inBody: new Set(parameters.flatMap(({ place, name }) => (place === 'body' ? name : []))),
      }
    },
  }
}

const countByName = (candidates: FoundCredential[]): Map<string, Set<string>> => {
  const counts = new Map<string, Set<string>>()
  for (const { name, operation } of candidates) {
    const known = counts.get(name.toLowerCase()) ?? new Set()
    counts.set(name.toLowerCase(), known.add(operation))
  }
  return counts
}

/** By its path; a summary says too much beside. */
const isAboutCredentials = (operation: string): boolean =>
  /[/._:-](oauth2?|tokens?|grants?|api[_-]?keys?|revoke|introspect\w*|token-?info|log-?in|sign-?in|log-?out|authenticate)([/._:-]|$)/i.test(
    operation,
  )

/** The parameters whose names make them worth a look. */
const readCandidates = (
  document: OpenApiDocument,
  operation: Operation,
  declared: ReadonlySet<string>,
): FoundCredential[] => {
  const isCandidate = (place: string, name: string): boolean =>
    place !== 'path' &&
    (declared.has(placeOf(place, name)) || credentialName(place, name) !== undefined)
  const parameters = [...toList(operation.item.parameters), ...toList(operation.value.parameters)]
  return [
    ...parameters.flatMap((given) => {
      const value = toJsonObject(tryResolve(document, given))
      const [place, name] = [toText(value.in), toText(value.name)]
      if (!isCandidate(place, name)) return []
      const schema = toJsonObject(tryResolve(document, value.schema))
      return [
        {
          operation: operation.key,
          place,
          name,
          description: toText(value.description),
          type: schema.type,
          isRequired: value.required === true,
          sample: toText(value.example) || toText(schema.example) || toText(schema.default),
        },
      ]
    }),
    ...bodyCandidates(document, operation, isCandidate),
  ]
}

const bodyCandidates = (
  document: OpenApiDocument,
  operation: Operation,
  isCandidate: (place: string, name: string) => boolean,
): FoundCredential[] => {
  const body = toJsonObject(tryResolve(document, operation.value.requestBody))
  const found = new Map<string, FoundCredential>()
  for (const media of Object.values(toJsonObject(body.content))) {
    for (const schema of membersOf(document, toJsonObject(media).schema)) {
      for (const [name, property] of Object.entries(toJsonObject(schema.properties))) {
        if (!isCandidate('body', name)) continue
        const { type, description } = toJsonObject(tryResolve(document, property))
        found.set(name, {
          operation: operation.key,
          place: 'body',
          name,
          description: toText(toJsonObject(property).description) || toText(description),
          type,
          sample: '',
          isRequired: body.required === true && toList(schema.required).includes(name),
        })
      }
    }
  }
  return [...found.values()]
}

/** More are composed by nobody but an attacker. */
const membersAtMost = 200

/** The schemas that say which properties an object has, through composition and references. */
const membersOf = (document: OpenApiDocument, schema: unknown): JsonObject[] => {
  const reached = new Set<JsonObject>()
  const waiting = [schema]
  while (waiting.length > 0 && reached.size < membersAtMost) {
    const value = tryResolve(document, waiting.pop())
    if (!isJsonObject(value) || reached.has(value)) continue
    reached.add(value)
    for (const members of [value.allOf, value.oneOf, value.anyOf])
      waiting.push(...toList(members).slice(0, membersAtMost))
  }
  return [...reached]
}

/** A broken reference is reported where its operation is built. */
const tryResolve = ({ root }: OpenApiDocument, value: unknown): unknown => {
  try {
    return resolveReference(root, value).value
  } catch {
    return undefined
  }
}

import type { FilledProject } from '../../support/fill-project.ts'
import { schemaOf } from '../interface/valid-input.ts'
import type { Schema } from '../interface/negative-places.ts'
import type { Operation } from '../interface/operations.ts'

/**
 * One field that a PATCH changes, wherever it stands in the request, with a value for each round.
 */
type PatchField = {
  operation: Operation
  path: string
  toInput(round: number): { params?: Record<string, unknown>; body?: unknown }
}

/**
 * Fields that the project's record cannot have: only an auth config with an OAuth application of
 * its own takes a redirect URI, credentials and scopes.
 */
const unusable = new Set([
  'authConfigs.update redirect_uri',
  'authConfigs.update credentials',
  'authConfigs.update scopes',
])

/** Every field that this PATCH can change. */
export const patchFields = (
  operation: Operation,
  readParams: readonly string[],
  project: FilledProject,
): PatchField[] => {
  const inPath = Object.entries(schemaOf(operation, 'params')?.properties ?? {}).filter(
    ([name]) => !readParams.includes(name),
  )
  return [
    ...inPath.map(([name, schema]): PatchField => ({
      operation,
      path: name,
      toInput: (round) => ({
        params: { [name]: valueOf(schema, `${operation.name} ${name}`, round, project) },
      }),
    })),
    ...bodyFields(operation, schemaOf(operation, 'body') ?? {}, project),
  ]
}

const bodyFields = (operation: Operation, schema: Schema, project: FilledProject): PatchField[] => {
  const branches = (schema.anyOf ?? schema.oneOf)?.map((branch) => ({ ...schema, ...branch })) ?? [
    schema,
  ]
  const fields = branches.flatMap((branch) =>
    fieldsOf(branch, []).map((field) => ({ ...field, constants: constantsOf(branch) })),
  )
  // What several branches share is raced once.
  const distinct = new Map(fields.map((field) => [field.path.join('.'), field]))
  return [...distinct.values()]
    .filter(({ path }) => !unusable.has(`${operation.name} ${path.join('.')}`))
    .map(({ path, schema: field, constants }) => ({
      operation,
      path: path.join('.'),
      toInput: (round) => ({
        body: {
          ...constants,
          ...nest(path, valueOf(field, `${operation.name} ${path.join('.')}`, round, project)),
        },
      }),
    }))
}

/**
 * An object of optional fields is changed field by field. A condition, or an older name of a field,
 * is none of its own.
 */
const fieldsOf = (
  schema: Schema,
  path: string[],
): { path: string[]; schema: Schema & { description?: string } }[] =>
  Object.entries(schema.properties ?? {}).flatMap(
    ([name, field]: [string, Schema & { description?: string }]) => {
      if (name.startsWith('if_') || 'const' in field || field.description?.startsWith('Deprecated'))
        return []
      const [object = field, ...others] = (field.anyOf ?? []).filter(({ type }) => type !== 'null')
      if (others.length === 0 && object.properties && (object.required ?? []).length === 0)
        return fieldsOf(object, [...path, name])
      return [{ path: [...path, name], schema: field }]
    },
  )

const constantsOf = (schema: Schema): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
      'const' in field ? [[name, field.const]] : [],
    ),
  )

const nest = (path: string[], value: unknown): Record<string, unknown> => {
  const [name = '', ...rest] = path
  return { [name]: rest.length === 0 ? value : nest(rest, value) }
}

/** A valid value that differs from the one of the round before, where the project has two. */
const valueOf = (schema: Schema, path: string, round: number, project: FilledProject): unknown => {
  const prefix = project.toolkit.toUpperCase()
  const slugs = [`${prefix}_GET_NOTE`, `${prefix}_LIST_NOTES`, `${prefix}_DELETE_NOTE`]
  const named: [RegExp, unknown][] = [
    [/setStatus status$/, round % 2 === 0 ? 'ENABLED' : 'DISABLED'],
    [/mcp\.update name$/, `Server ${round}`],
    // The only one that every version can carry.
    [/enabled_events$/, ['svc.trigger.message']],
    [/(webhook|sign_in)_url$/, `https://1.1.1.1/${round}`],
    [/mcp\.update toolkits$/, [project.toolkit]],
    [
      /sessions\.update toolkits$/,
      round % 2 === 0
        ? [project.toolkit]
        : { disable: [project.toolkit.replace(/notes$/, 'calendar')] },
    ],
    [/sessions\.update tools$/, { [project.toolkit]: slugs.slice(0, 1 + (round % slugs.length)) }],
    [/auth_configs$/, round % 2 === 0 ? {} : { [project.toolkit]: project.authConfig }],
    [
      /connected_accounts$/,
      { [project.toolkit]: round % 2 === 0 ? project.account : [project.account] },
    ],
    [/manage_connections$/, { enable: round % 2 === 0 }],
    [/custom_(toolkits|tools)$/, []],
    [/(tools|tools_\w+)$/, slugs.slice(0, 1 + (round % slugs.length))],
    [/user_timezone$/, round % 2 === 0 ? 'Europe/Berlin' : 'Asia/Tokyo'],
    [/auth_config_ids$/, [project.authConfig]],
    [/scopes$/, [`scope_${round}`]],
    [/accent_color$/, `#1f4f${String(round).padStart(2, '0')}`],
  ]
  const known = named.find(([pattern]) => pattern.test(path))
  if (known && ([schema.type].flat()[0] !== 'string' || !schema.enum)) return known[1]
  if (schema.enum) return schema.enum[round % schema.enum.length]
  const [branch] = schema.anyOf ?? schema.oneOf ?? []
  if (branch) return valueOf(branch, path, round, project)
  switch ([schema.type].flat()[0]) {
    case 'boolean':
      return round % 2 === 0
    case 'integer':
    case 'number':
      return 100 + round
    case 'array':
      return [valueOf(schema.items ?? {}, path, round, project)]
    case 'string':
      return schema.format === 'uri'
        ? `https://1.1.1.1/${round}`
        : `Value of round ${String(round).padStart(4, '0')}`
    case 'object':
      return schema.properties
        ? Object.fromEntries(
            (schema.required ?? []).map((name) => [
              name,
              valueOf(schema.properties?.[name] ?? {}, `${path}.${name}`, round, project),
            ]),
          )
        : { client_id: `Value of round ${String(round).padStart(4, '0')}` }
    default:
      return round
  }
}

import type { FieldDescriptor } from '../auth-schemes/index.ts'
import type { ToolkitDefinition } from './definitions.ts'
import { authorityOf, serversOf, variablesOfHost, type Server } from './toolkit-servers.ts'

type Definition = Pick<ToolkitDefinition, 'baseUrl' | 'baseServer' | 'servers' | 'authSchemes'>

/**
 * The variables that could lead to any host: neither the address nor a field of the account keeps
 * the domain of the provider. A user may fill them, who sends their own credential; an answer of a
 * third party may not.
 */
export const freeHostVariables = (definition: Definition): Set<string> => {
  const fields = definition.authSchemes.flatMap(({ accountFields }) => accountFields)
  return new Set(
    serversOf(definition).flatMap((server) =>
      variablesOfHost(server).filter(
        (name) => !isFixedBy(server, name) && !isFixedByField(fields, name),
      ),
    ),
  )
}

/** A value cannot end the host, so what follows the last variable stays the domain. */
const isFixedBy = (server: Server, name: string): boolean =>
  (server.variables && Object.hasOwn(server.variables, name)
    ? server.variables[name]?.enum !== undefined
    : false) || isDomain(authorityOf(server).split('}').at(-1) ?? '')

const isFixedByField = (fields: readonly FieldDescriptor[], name: string): boolean => {
  const own = fields.filter((field) => field.name === name)
  return (
    own.length > 0 &&
    own.every(
      ({ oneOf, pattern }) =>
        oneOf !== undefined || (pattern !== undefined && keepsDomain(pattern)),
    )
  )
}

/** "*" stands for no dot and no slash. */
const keepsDomain = (pattern: string): boolean => {
  const host = pattern.replace(/^https?:\/\//, '').replace(/\/.*$/, '')
  return !host.includes('*') || isDomain(host.split('*').at(-1) ?? '')
}

/** Two labels at the end of a host that nothing can be written before: `.example.com`. */
const isDomain = (end: string): boolean => /^[^.]*(?:\.[^.:]+){2,}(?::\d+)?$/.test(end)

import {
  authorityOf,
  serversOf,
  variablesOfHost,
  type Toolkit,
  type Server,
} from '../catalog/index.ts'
import { fieldProblems } from './field-problems.ts'
import { buildServerUrl, RequestBuildError } from './http-request/index.ts'

type Definition = Toolkit['definition']

/**
 * Whether the toolkit has this origin, or an address with a variable that an account could fill to
 * reach it.
 */
export const isToolkitHost = (definition: Definition, origin: string): boolean =>
  serversOf(definition).some((server) => couldBe(definition, server, origin))

/** One variable may take its value from the origin; the others must keep their defaults. */
const couldBe = (definition: Definition, server: Server, origin: string): boolean =>
  originOf(server, {}) === origin ||
  variablesOfHost(server).some((name) => {
    const value = valueAt(server, name, origin)
    return (
      value !== undefined &&
      fits(definition, { [name]: value }) &&
      originOf(server, { [name]: value }) === origin
    )
  })

/** The value of `{name}` for which the address has that origin. */
const valueAt = (server: Server, name: string, origin: string): string | undefined => {
  const [before = '', behind = ''] = authorityOf(server)
    .split(`{${name}}`)
    .map((part) => withDefaults(server, part).toLowerCase())
  const isBetween =
    origin.startsWith(before) &&
    origin.endsWith(behind) &&
    before.length + behind.length < origin.length
  return isBetween ? origin.slice(before.length, origin.length - behind.length) : undefined
}

const withDefaults = ({ variables }: Server, text: string): string =>
  text.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => variables?.[name]?.default ?? whole)

const fits = ({ authSchemes }: Definition, values: Record<string, string>): boolean =>
  authSchemes
    .flatMap(({ accountFields }) => accountFields)
    .every(
      (field) => !Object.hasOwn(values, field.name) || fieldProblems(field, values).length === 0,
    )

const originOf = (server: Server, variables: Record<string, string>): string | undefined => {
  try {
    return new URL(buildServerUrl(server, { variables })).origin
  } catch (error) {
    if (error instanceof RequestBuildError) return undefined
    throw error
  }
}

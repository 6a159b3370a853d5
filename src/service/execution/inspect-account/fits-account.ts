import type { AuthSchemeDefinition } from '../../auth-schemes/index.ts'
import { freeHostVariables, serversOf, type Server, type Toolkit } from '../../catalog/index.ts'
import { hasHiddenCharacters } from '../../platform/untrusted-text/index.ts'
import { fieldProblems } from '../field-problems.ts'
import { buildServerUrl, RequestBuildError } from '../http-request/index.ts'

/** Whether an account can hold values that an answer gives. */
export type Fits = (values: Readonly<Record<string, string>>) => boolean

/**
 * Values that an answer gives stand in requests that carry the credential: they are plain texts that
 * fit their fields and the addresses they are part of, and none may choose a host freely.
 */
export const createFits = (
  definition: Toolkit['definition'],
  scheme: AuthSchemeDefinition,
): Fits => {
  const free = freeHostVariables({ ...definition, authSchemes: [scheme] })
  const servers = serversOf(definition)
  return (values) =>
    Object.entries(values).every(
      ([name, value]) =>
        isPlain(value) &&
        !free.has(name) &&
        servers.every((server) => fitsAddress(server, name, value)),
    ) &&
    scheme.accountFields.every(
      (field) => !Object.hasOwn(values, field.name) || fieldProblems(field, values).length === 0,
    )
}

/** In a path, dots alone would be another path. */
const isPlain = (text: string): boolean =>
  text.trim() === text &&
  text.isWellFormed() &&
  !/^\.{1,2}$/.test(text) &&
  !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) &&
  !hasHiddenCharacters(text)

const fitsAddress = (server: Server, name: string, value: string): boolean => {
  if (!server.url.includes(`{${name}}`)) return true
  try {
    buildServerUrl(onlyWith(server, name), { variables: { [name]: value } })
    return true
  } catch (error) {
    if (error instanceof RequestBuildError) return false
    throw error
  }
}

/** The address with anything in the place of its other variables. */
const onlyWith = ({ url, variables }: Server, name: string): Server => ({
  url: url
    .replace(/^\{([^{}/]+)\}(?=\/|$)/, (whole, first: string) =>
      first === name ? whole : 'https://host.example',
    )
    .replaceAll(/\{([^{}]+)\}/g, (whole, other: string) => (other === name ? whole : '1')),
  ...(variables && { variables }),
})

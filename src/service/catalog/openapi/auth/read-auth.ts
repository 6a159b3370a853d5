import type { AuthSchemeDefinition, FieldDescriptor } from '../../../auth-schemes/index.ts'
import { quote } from '../../../platform/quote.ts'
import type { ImportWarning } from '../../import-warning.ts'
import type { OpenApiDocument } from '../document/open-document.ts'
import type { ImportOptions } from '../import-options.ts'
import type { Servers } from '../operation/read-all-servers.ts'
import type { Operation } from '../operation/read-operations.ts'
import { defaultUrl } from '../operation/read-servers.ts'
import {
  findCredentials,
  type Credentials,
  type FoundCredential,
} from '../secrets/find-credentials.ts'
import { placeOf } from '../secrets/place-of.ts'
import { deriveScheme } from './derive-scheme.ts'
import { declaredPlaces, declaredSchemes, readAuthSchemes } from './read-auth-schemes.ts'
import { readSecurity } from './read-security.ts'
import { suggestAuth } from './suggest-auth.ts'

/** How the tools of a description authenticate, and which of its parameters are credentials. */
export type Auth = {
  schemes: AuthSchemeDefinition[]
  credentials: Credentials
  /** Only operations with a parameter for the credential need an account. */
  isForFew: boolean
  notes: string[]
  warnings: ImportWarning[]
}

type Given = Pick<ImportOptions, 'auth' | 'discoverIssuer'> & {
  servers: Pick<Servers, 'base' | 'fields' | 'keys'>
}

/**
 * Reads the auth schemes of a description, or takes those of the import request. Where neither says
 * anything, parameters that are credentials make a scheme.
 */
export const readAuth = async (
  document: OpenApiDocument,
  operations: Operation[],
  { auth: given, discoverIssuer, servers }: Given,
): Promise<Auth> => {
  const declared = declaredSchemes(document)
  const places = new Set([...declaredPlaces(declared), ...placesOf(given ?? [])])
  const credentials = findCredentials(document, operations, places)
  const { found } = credentials
  const read = given
    ? { schemes: given, notes: [], warnings: [] }
    : await readAuthSchemes(declared, {
        document,
        operations,
        baseUrl: defaultUrl(servers.base) ?? servers.base.url,
        found,
        discoverIssuer,
      })
  const derived = given || read.schemes.length > 0 ? undefined : deriveScheme(found, servers.keys)
  const schemes = derived ? [derived] : read.schemes
  return {
    schemes: schemes.map((scheme) => withServerFields(scheme, servers)),
    credentials,
    isForFew:
      derived !== undefined &&
      servers.keys.length === 0 &&
      countOperations(found) * 2 < operations.length,
    notes: [
      ...read.notes,
      ...(derived ? [noteOnDerived(derived)] : []),
      ...(given ? [] : notesOnCredentials(schemes, found)),
    ],
    warnings: [
      ...read.warnings,
      ...(schemes.length === 0 && !given ? [noCredentials(read.notes)] : []),
      ...warningsOnUnsent(schemes, found),
      ...(given || derived ? [] : warningsOnOpen(document, operations, found, schemes)),
      ...(schemes.length === 0 ? warningsOnFields(servers) : []),
    ],
  }
}

/** An account fills the variables of the servers too, unless the scheme has such fields. */
const withServerFields = (
  scheme: AuthSchemeDefinition,
  { fields, keys }: Given['servers'],
): AuthSchemeDefinition => {
  const known = new Set(scheme.accountFields.map(({ name }) => name))
  const added = [...keys.map((name) => keyField(name)), ...fields].filter(
    ({ name }) => !known.has(name),
  )
  return added.length === 0
    ? scheme
    : { ...scheme, accountFields: [...scheme.accountFields, ...added] }
}

const keyField = (name: string): FieldDescriptor => ({
  name,
  displayName: 'API key',
  description: `The key that stands for {${name}} in the address of the API`,
  type: 'string',
  required: true,
  default: null,
  isSecret: true,
  userVisible: true,
})

const warningsOnFields = ({ fields }: Given['servers']): ImportWarning[] => {
  const needed = fields.filter(({ required }) => required)
  if (needed.length === 0) return []
  return [
    {
      code: 'placeholder_host',
      message: `An account gives ${needed.map(({ name }) => quote(name)).join(', ')} of the server's address, but the toolkit has no accounts`,
      fix: 'Import again with `auth`, or with `base_url` (--base-url), the address of the API',
    },
  ]
}

const placesOf = (schemes: AuthSchemeDefinition[]): string[] =>
  schemes.flatMap(({ placements = [] }) =>
    placements.map(({ in: place, name }) => placeOf(place, name)),
  )

/** Several are named; the report is no list of all. */
const namedAtMost = 5

const namesOf = (found: FoundCredential[]): string => {
  const names = [...new Set(found.map(({ place, name }) => `${quote(name)} (${place})`))]
  const more = names.length - namedAtMost
  return `${names.slice(0, namedAtMost).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const countOperations = (found: FoundCredential[]): number =>
  new Set(found.map(({ operation }) => operation)).size

const notesOnCredentials = (schemes: AuthSchemeDefinition[], found: FoundCredential[]): string[] =>
  found.length === 0
    ? []
    : [
        `${namesOf(found)} of ${countOperations(found)} operations are no arguments: they are credentials, and the account's is sent by ${schemes.map(({ mode }) => mode).join(' or ')}`,
      ]

const noteOnDerived = ({ mode, placements = [] }: AuthSchemeDefinition): string =>
  placements.length === 0
    ? `The description declares no security scheme; its operations take an Authorization header, so accounts are ${mode}`
    : `The description declares no security scheme; its operations take ${placements.map(({ in: place, name }) => `${quote(name)} (${place})`).join(' and ')}, so accounts are ${mode} and hold ${placements.length === 1 ? 'it' : 'them'}`

/** A token proves who the user is wherever it stands; a key is accepted in its own place alone. */
const isToken = ({ mode }: AuthSchemeDefinition): boolean =>
  mode !== 'API_KEY' && mode !== 'BASIC' && mode !== 'NO_AUTH'

const warningsOnUnsent = (
  schemes: AuthSchemeDefinition[],
  found: FoundCredential[],
): ImportWarning[] => {
  if (schemes.length === 0 || schemes.some(isToken)) return []
  const sent = new Set(placesOf(schemes))
  const unsent = found.filter(
    ({ isRequired, place, name }) => isRequired && !sent.has(placeOf(place, name)),
  )
  if (unsent.length === 0) return []
  return [
    {
      code: 'undeclared_credential',
      message: `${namesOf(unsent)} of ${countOperations(unsent)} operations are required and are credentials, but no auth scheme of the toolkit sends them`,
      fix: 'Import again with `auth`: API_KEY with one of `placements` for each of them',
    },
  ]
}

const warningsOnOpen = (
  document: OpenApiDocument,
  operations: Operation[],
  found: FoundCredential[],
  schemes: AuthSchemeDefinition[],
): ImportWarning[] => {
  const asking = new Set(found.map(({ operation }) => operation))
  const open = operations.filter(
    (operation) => !asking.has(operation.key) && readSecurity(document, operation)?.length === 0,
  )
  const [first] = schemes
  if (open.length * 2 < operations.length || open.length === 0 || !first) return []
  const modes = schemes.map(({ mode }) => mode)
  return [
    {
      code: 'open_operations',
      message: `${open.length} of ${operations.length} operations claim to need no credential, though the description has the auth scheme ${modes.join(' and ')}; they are called without one`,
      fix: `Import again with ${suggestAuth(first)}: it holds for all operations, or only for those that \`auth.applies_to\` names`,
    },
  ]
}

const noCredentials = (reasons: string[]): ImportWarning => ({
  code: 'no_credentials',
  message: `The toolkit sends no credentials: ${reasons.length === 0 ? 'its description declares no security scheme' : reasons.slice(0, namedAtMost).join('; ')}`,
  fix: 'If the API wants credentials, import again with `auth`, such as {"scheme": "BEARER_TOKEN"} (--auth BEARER_TOKEN); if it wants none, with {"scheme": "NO_AUTH"} (--auth NO_AUTH)',
})

import type { CustomConnectionData } from '../../contract/proxy.ts'
import type { CustomAuthParams } from '../../contract/tools.ts'
import type { Credential } from '../accounts/index.ts'
import { serversOf, type Toolkit } from '../catalog/index.ts'
import { ServiceError } from '../service-error.ts'
import { toCustomCredential } from './custom-credential.ts'
import { headerProblem } from './header-problem.ts'
import { isToolkitHost } from './toolkit-host.ts'
import { quote } from '../platform/quote.ts'

/** What a caller provides instead of a connected account. */
export type CustomCall = { credential: Credential; baseUrl?: string }

type Request = {
  connected_account_id?: string | undefined
  custom_connection_data?: CustomConnectionData | undefined
  custom_auth_params?: CustomAuthParams | undefined
}

/** Parses the fields of an execution that replace an account; undefined when there are none. */
export const toCustomCall = (toolkit: Toolkit, request: Request): CustomCall | undefined => {
  const { custom_connection_data: data, custom_auth_params: params } = request
  const given = (
    ['connected_account_id', 'custom_connection_data', 'custom_auth_params'] as const
  ).filter((field) => request[field] !== undefined)
  const [first, second] = given
  if (first && second)
    throw invalid(
      second,
      `stands beside ${first}, and both say whose credentials are sent`,
      'Send one of the two',
    )
  if (data) return { credential: ofToolkit(toolkit, data) }
  if (params)
    return {
      credential: toPlacedCredential(params),
      ...(params.base_url !== undefined && { baseUrl: toBaseUrl(toolkit, params.base_url) }),
    }
  return undefined
}

const invalid = (field: string, problem: string, suggestedFix: string) =>
  new ServiceError('invalid_request', `The tool cannot be called: ${field} ${problem}`, {
    suggestedFix,
    errors: [`body.${field}: ${problem}`],
  })

const ofToolkit = (toolkit: Toolkit, data: CustomConnectionData): Credential => {
  const { slug } = toolkit.definition
  if (data.toolkitSlug !== slug)
    throw invalid(
      'custom_connection_data.toolkitSlug',
      `is "${data.toolkitSlug}", and the tool belongs to "${slug}"`,
      `Send credentials of "${slug}"`,
    )
  return toCustomCredential(toolkit, data)
}

/** A credential that is sent only as these parameters. */
const toPlacedCredential = ({ parameters = [] }: CustomAuthParams): Credential => {
  for (const { name, value, in: place } of parameters) {
    const refused = place === 'header' ? headerProblem(name, value) : undefined
    if (refused)
      throw invalid('custom_auth_params.parameters', refused.problem, refused.suggestedFix)
  }
  const named = parameters.map((parameter, index) => ({
    ...parameter,
    field: `parameter ${index}`,
  }))
  return {
    scheme: {
      mode: 'API_KEY',
      name: 'custom_auth_params',
      authConfigFields: [],
      accountFields: [],
      placements: named.map(({ field, in: place, name }) => ({ field, in: place, name })),
    },
    values: Object.fromEntries(
      named.flatMap(({ field, value }) => [
        [field, value],
        [`${field} without its scheme`, value.replace(/^[\w-]+ +/, '')],
      ]),
    ),
  }
}

const toBaseUrl = ({ definition }: Toolkit, baseUrl: string): string => {
  const { origin, href } = new URL(baseUrl)
  if (isToolkitHost(definition, origin)) return href
  const own = serversOf(definition).map(({ url }) => url)
  throw invalid(
    'custom_auth_params.base_url',
    `leads to ${origin}, which is not a host of ${quote(definition.name)}`,
    own.length === 0
      ? `${quote(definition.name)} names no host that requests may go to`
      : `Requests go only to: ${own.join(', ')}`,
  )
}

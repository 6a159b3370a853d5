import { toCredential, type CheckConnection, type Credential } from '../accounts/index.ts'
import { baseServerOf, lookedUpNames, type Catalog, type Toolkit } from '../catalog/index.ts'
import { ServiceError } from '../service-error.ts'
import {
  baseUrlOf,
  movedHostAdvice,
  movedHostProblem,
  sharedSecretProblem,
} from './account-servers.ts'
import { fieldProblems } from './field-problems.ts'
import { RequestBuildError } from './http-request/index.ts'
import { quote } from '../platform/quote.ts'

/** Checks whether a new connection's values match the toolkit. */
export const createCheckConnection =
  ({ catalog }: { catalog: Catalog }): CheckConnection =>
  async (project, { authConfig, values }) => {
    const toolkit = await catalog.getToolkit(project, authConfig.toolkit)
    const credential = toCredential({ account: { values }, authConfig })
    const shared = sharedSecretProblem(toolkit.definition, authConfig.sharedCredentials, values)
    refuse(toolkit, [
      ...authConfig.scheme.accountFields.flatMap((field) =>
        fieldProblems(field, credential.values),
      ),
      ...(shared === undefined ? [] : [shared]),
    ])
    const baseUrl = lacksObtained(toolkit, credential) ? undefined : addressOf(toolkit, credential)
    const moved =
      baseUrl === undefined ? undefined : movedHostProblem(toolkit.definition, credential, baseUrl)
    if (moved !== undefined)
      throw new ServiceError(
        'invalid_request',
        `No account can be connected under the auth config ${authConfig.id}: ${moved}`,
        { suggestedFix: movedHostAdvice },
      )
  }

/** Its address is known once the provider or the API said it: after the user agreed. */
const lacksObtained = ({ definition }: Toolkit, { values, scheme }: Credential): boolean => {
  const server = baseServerOf(definition)
  const { keep = {}, keepFromCallback = {} } = scheme.oauth ?? {}
  return [
    ...lookedUpNames(definition.account),
    ...Object.values(keep),
    ...Object.values(keepFromCallback),
  ].some((name) => server?.url.includes(`{${name}}`) && !values[name])
}

const refuse = (toolkit: Toolkit, problems: string[]): void => {
  if (problems.length === 0) return
  throw new ServiceError(
    'invalid_request',
    `These values make no connection to ${quote(toolkit.definition.name)}`,
    {
      suggestedFix: 'Correct the fields that `errors` names in connection.state.val',
      errors: problems.map((problem) => `body.connection.state.val: ${problem}`),
    },
  )
}

const addressOf = (toolkit: Toolkit, credential: Credential): string | undefined => {
  try {
    return baseUrlOf(toolkit.definition, credential)
  } catch (error) {
    if (error instanceof RequestBuildError) return void refuse(toolkit, [error.message])
    throw error
  }
}

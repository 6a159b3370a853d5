import {
  applyCredential,
  toCredential,
  type CheckConnection,
  type Credential,
} from '../accounts/index.ts'
import type { Catalog, Toolkit } from '../catalog/index.ts'
import { OutboundError, type Outbound } from '../platform/outbound/index.ts'
import type { Project } from '../endpoint/index.ts'
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

const timeoutMs = 15_000
const maximumBytes = 1024 * 1024

/**
 * Checks whether a new connection's values match the toolkit and, on request, whether its API
 * accepts the credential.
 */
export const createCheckConnection =
  ({ catalog, outbound }: { catalog: Catalog; outbound: Outbound }): CheckConnection =>
  async (project, { authConfig, values, ask }) => {
    const toolkit = await catalog.getToolkit(project, authConfig.toolkit)
    const credential = toCredential({ account: { values }, authConfig })
    const shared = sharedSecretProblem(toolkit.definition, authConfig.sharedCredentials, values)
    refuse(toolkit, [
      ...authConfig.scheme.accountFields.flatMap((field) =>
        fieldProblems(field, credential.values),
      ),
      ...(shared === undefined ? [] : [shared]),
    ])
    const baseUrl = addressOf(toolkit, credential)
    const moved =
      baseUrl === undefined ? undefined : movedHostProblem(toolkit.definition, credential, baseUrl)
    if (moved !== undefined)
      throw new ServiceError(
        'invalid_request',
        `No account can be connected under the auth config ${authConfig.id}: ${moved}`,
        { suggestedFix: movedHostAdvice },
      )
    if (ask) await askWhoseItIs(outbound, project, toolkit, credential, baseUrl)
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

const askWhoseItIs = async (
  outbound: Outbound,
  project: Project,
  toolkit: Toolkit,
  credential: Credential,
  baseUrl: string | undefined,
): Promise<void> => {
  const { name, slug, currentUser } = toolkit.definition
  if (!currentUser || baseUrl === undefined) {
    throw new ServiceError(
      'invalid_request',
      `The toolkit "${toolkit.definition.slug}" names no endpoint that tells whose credential it is`,
      {
        suggestedFix: 'Leave validate_credentials out; a wrong key shows at the first call',
      },
    )
  }
  const request = {
    method: currentUser.method,
    url: baseUrl + currentUser.path,
    headers: { accept: 'application/json' },
  }
  const { status } = await outbound
    .send({
      egress: { purpose: 'tool', projectId: project.id, toolkit: slug },
      ...request,
      ...applyCredential(credential, request),
      timeoutMs,
      maxResponseBytes: maximumBytes,
    })
    .catch((cause: unknown) => {
      if (cause instanceof OutboundError)
        throw unvalidated(`${quote(name)} could not be asked: ${cause.message}`, cause)
      throw cause
    })
  if (status === 401 || status === 403) {
    throw new ServiceError('invalid_request', `${quote(name)} refused the key (${status})`, {
      suggestedFix: 'Give a key that is valid for this account',
      errors: ['body.connection.state.val: the key was refused'],
    })
  }
  if (status >= 300)
    throw unvalidated(`${quote(name)} answered ${status} when it was asked whose key it is`)
}

const unvalidated = (message: string, cause?: unknown) =>
  new ServiceError('invalid_request', `The credentials could not be validated: ${message}`, {
    suggestedFix: 'Try again later, or connect without validate_credentials',
    cause,
  })

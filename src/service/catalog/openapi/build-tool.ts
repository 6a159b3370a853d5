import type { HttpToolDefinition } from '../definitions.ts'
import { readScopes, type SecurityRequirement } from './auth/read-security.ts'
import type { OpenApiDocument } from './document/open-document.ts'
import type { ImportReport } from './import-report.ts'
import type { ArgumentName } from './operation/argument-names.ts'
import { buildInput, type Input } from './operation/build-input.ts'
import { toolHints } from './operation/hints.ts'
import { readBody } from './operation/read-body.ts'
import { shortKey, type Operation } from './operation/read-operations.ts'
import { readOutput, type Output } from './operation/read-output.ts'
import { readParameters } from './operation/read-parameters.ts'
import type { Server } from './operation/read-servers.ts'
import type { OperationCredentials } from './secrets/find-credentials.ts'
import type { SharedDefinitions } from './schema/create-shared-definitions.ts'
import { publicMessage } from '../../platform/public-error.ts'
import { quote } from '../../platform/quote.ts'

export type ToolPlan = {
  operation: Operation
  slug: string
  server: Server
  /** The operation's requirements; undefined when it needs no account. */
  security: SecurityRequirement[] | undefined
  noAuth: boolean
  /** The parameters that the account supplies. */
  credentials: OperationCredentials
}

type BuiltTool = {
  tool: HttpToolDefinition
  renamed: ImportReport['renamed']
  notes: string[]
}

/** Builds the tool of one operation. Throws when arguments could not be turned into its request. */
export const buildTool = (
  document: OpenApiDocument,
  shared: SharedDefinitions,
  plan: ToolPlan,
): BuiltTool => {
  const { operation, slug, server, security = [], credentials } = plan
  const { parameters, notes } = readParameters(document, operation, credentials.isCredential)
  const body = readBody(document, operation, credentials.inBody)
  const input = buildInput(document, shared, parameters, body)
  const output = tryReadOutput(document, shared, operation, notes)
  const tool: HttpToolDefinition = {
    slug,
    operation: operation.key,
    ...(operation.operationId !== '' && { operationId: operation.operationId }),
    name: operation.summary || titleOf(slug),
    description: describe(operation, slug),
    inputParameters: input.schema,
    outputParameters: output.schema,
    shared: { input: shared.of('input'), output: shared.of('output') },
    tags: [
      ...new Set([...toolHints(operation), ...operation.tags.map((tag) => tag.toLowerCase())]),
    ],
    scopes: readScopes(document, security),
    isDeprecated: operation.isDeprecated,
    noAuth: plan.noAuth,
    ...(Object.keys(input.supplied).length > 0 && { supplied: input.supplied }),
    request: {
      method: operation.method,
      server,
      // A fragment tells operations of one path apart, and is never sent.
      path: operation.path.replace(/#.*$/, ''),
      parameters: input.parameters,
      ...(input.body && { body: input.body }),
      ...(output.accept.length > 0 && { accept: output.accept }),
    },
  }
  return {
    tool,
    renamed: renamedArguments(operation, input.names),
    notes: [...notes, ...notesOnDefaults(input)],
  }
}

/** Without the operation, so that the report says it once for all. */
const notesOnDefaults = ({ parameters, supplied }: Input): string[] =>
  parameters.flatMap(({ argument, name, in: place }) => {
    const given = Object.hasOwn(supplied, argument) ? supplied[argument] : undefined
    return given && place === 'header'
      ? [
          `Header ${quote(name)} is sent as ${quote(String(given.value))}${given.mode === 'default' ? ', its default, where a call gives no other' : ', its only value'}`,
        ]
      : []
  })

/** A tool with an invalid response description still works. */
const tryReadOutput = (
  document: OpenApiDocument,
  shared: SharedDefinitions,
  operation: Operation,
  notes: string[],
): Output => {
  try {
    return readOutput(document, shared, operation)
  } catch (error) {
    notes.push(
      `${shortKey(operation.key)}: the answer is not described: ${publicMessage(error, 'it could not be read')}`,
    )
    return { schema: { description: 'Any value' }, accept: [] }
  }
}

const describe = ({ summary, description }: Operation, slug: string): string => {
  if (summary === '' || description.toLowerCase().startsWith(summary.toLowerCase()))
    return description || titleOf(slug)
  return description === ''
    ? summary
    : `${summary}${/[.!?:]$/.test(summary) ? '' : '.'} ${description}`
}

/** GITHUB_CREATE_ISSUE -> Create issue */
const titleOf = (slug: string): string => {
  const words = slug.split('_').slice(1).join(' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const renamedArguments = ({ key }: Operation, names: ArgumentName[]): ImportReport['renamed'] =>
  names.flatMap(({ name, argument, reason }) =>
    reason === undefined
      ? []
      : [{ operation: key, kind: 'argument', from: name, to: argument, reason }],
  )

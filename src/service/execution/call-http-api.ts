import type { Credential } from '../accounts/index.ts'
import type { HttpRequestTemplate } from '../catalog/index.ts'
import { OutboundError, type OutboundResponse } from '../platform/outbound/index.ts'
import type { Redactor } from '../platform/redaction/index.ts'
import type { Project } from '../endpoint/index.ts'
import { baseUrlOf, movedHostAdvice, movedHostProblem, textValues } from './account-servers.ts'
import type { ToolCall } from './execute-tool.ts'
import { buildHttpRequest, RequestBuildError, type BuiltRequest } from './http-request/index.ts'
import { keepFile, type AnswerFile } from './keep-file.ts'
import { createLoadBinary } from './load-binary.ts'
import { readAnswer } from './read-answer.ts'
import type { AuthorizedCall } from './send-authorized.ts'
import type { SendingParts } from './sending-parts.ts'
import { ToolFailure } from './tool-failure.ts'
import { withTrace } from './with-trace.ts'
import { quote } from '../platform/quote.ts'

type Result = { data: Record<string, unknown>; error: string | null }

/** Runs a tool of an HTTP API: its arguments become one request. */
export const callHttpApi = async (
  parts: SendingParts,
  call: ToolCall,
  template: HttpRequestTemplate,
  authorized: AuthorizedCall,
  credential: Credential | undefined,
): Promise<Result> => {
  const request = await build(parts, call, template, credential)
  const response = await authorized.send({
    ...withTrace(request, call.trace),
    timeoutMs: parts.timeoutMs,
    maxResponseBytes: parts.maximumResponseBytes,
  })
  return toResult(parts, call, response, authorized.redactor())
}

const build = async (
  parts: SendingParts,
  call: ToolCall,
  request: HttpRequestTemplate,
  credential: Credential | undefined,
): Promise<BuiltRequest> => {
  const { slug } = call.tool.definition
  const values = credential?.values ?? {}
  const server = call.custom?.baseUrl === undefined ? request.server : { url: call.custom.baseUrl }
  try {
    const baseUrl = baseUrlOf(call.toolkit.definition, { values })
    const built = await buildHttpRequest({ ...request, server }, call.arguments, {
      ...(baseUrl !== undefined && { baseUrl }),
      variables: textValues(values),
      loadBinary: createLoadBinary(parts, call),
    })
    const moved = credential && movedHostProblem(call.toolkit.definition, credential, built.url)
    if (moved !== undefined)
      throw new ToolFailure(
        `${slug} cannot be called with this account: ${moved}. ${movedHostAdvice}.`,
      )
    return built
  } catch (error) {
    if (error instanceof RequestBuildError)
      throw new ToolFailure(`The arguments of ${slug} make no request: ${error.message}`, {
        issues: [error.message],
      })
    if (error instanceof OutboundError)
      throw new ToolFailure(`A file for ${slug} could not be fetched: ${error.message}`)
    throw error
  }
}

const toResult = async (
  parts: SendingParts,
  call: ToolCall,
  response: OutboundResponse,
  redactor: Redactor,
): Promise<Result> => {
  const answer = await readAnswer(parts.texts, response)
  const data =
    'data' in answer
      ? answer.data
      : {
          file: await keepAnswerFile(parts, call.project, answer.file, redactor),
          ...answer.summary,
        }
  if (response.status < 300) return { data, error: null }
  return {
    data: { status: response.status, body: data },
    error: `${quote(call.toolkit.definition.name)} answered ${response.status}${explanation(data)}`,
  }
}

const keepAnswerFile = async (
  parts: SendingParts,
  project: Project,
  file: AnswerFile,
  redactor: Redactor,
) => {
  const kept = await keepFile(parts, project, file, redactor)
  return { ...kept, ...(file.name !== undefined && { name: file.name }) }
}

/** The third party's error message, if it is in one of the usual places. */
const explanation = (data: Record<string, unknown>): string => {
  const candidates = [
    data['message'],
    data['error_description'],
    data['error'],
    data['detail'],
    data['title'],
    data['text'],
  ]
  const nested = candidates.flatMap((value) =>
    typeof value === 'object' && value !== null
      ? [(value as Record<string, unknown>)['message']]
      : [value],
  )
  const text = nested.find(
    (value): value is string => typeof value === 'string' && value.trim() !== '',
  )
  return text === undefined ? '' : `: ${quote(text, 500)}`
}

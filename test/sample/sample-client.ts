import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import type { SampleService } from '../../src/sample/start-sample-service.ts'

type Sent = { query?: string; json?: unknown; form?: FormData; key?: string }

/** Calls the tracker as `ada`. */
export const trackerClient = ({ trackerUrl, trackerApiKey }: SampleService) =>
  describedClient(trackerUrl, (key = trackerApiKey) => ({ 'x-tracker-key': key }))

/** Calls the calendar with an access token. */
export const calendarClient = ({ calendarUrl }: SampleService, accessToken: string) =>
  describedClient(calendarUrl, (key = accessToken) => ({ authorization: `Bearer ${key}` }))

/**
 * Calls a third party of the sample, and holds every answer against its own OpenAPI document:
 * the status must be declared, and a JSON body must fit the schema declared for it.
 */
const describedClient = async (
  url: string,
  toHeaders: (key: string | undefined) => Record<string, string>,
) => {
  const document = await (await fetch(`${url}/openapi.json`)).json()
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'described')
  const succeeded = new Set<string>()

  const call = async (
    operationId: string,
    params: Record<string, string> = {},
    sent: Sent = {},
  ) => {
    const { method, path } = operationOf(document, operationId)
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    )
    const response = await fetch(`${url}${target}${sent.query ?? ''}`, {
      method: method.toUpperCase(),
      headers: {
        ...toHeaders(sent.key),
        ...(sent.json !== undefined && { 'content-type': 'application/json' }),
      },
      body: sent.form ?? (sent.json === undefined ? undefined : JSON.stringify(sent.json)),
    })
    if (response.ok) succeeded.add(operationId)
    const declared = document.paths[path][method].responses[response.status]
    expect(declared, `${operationId} answered an undeclared ${response.status}`).toBeDefined()
    if (!declared.content?.['application/json'])
      return { status: response.status, response, body: undefined }
    const body = await response.json()
    const pointer = `described#/paths/${escapePointer(path)}/${method}/responses/${response.status}/content/application~1json/schema`
    expect(ajv.validate({ $ref: pointer }, body), `${operationId}: ${ajv.errorsText()}`).toBe(true)
    return { status: response.status, response, body }
  }
  return { call, succeeded, document }
}

type Paths = Record<string, Record<string, { operationId: string }>>

export const operationIds = ({ paths }: { paths: Paths }): string[] =>
  Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId))

const operationOf = ({ paths }: { paths: Paths }, operationId: string) => {
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item))
      if (operation.operationId === operationId) return { path, method }
  }
  throw new Error(`The document has no operation "${operationId}"`)
}

const escapePointer = (segment: string) =>
  encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'))

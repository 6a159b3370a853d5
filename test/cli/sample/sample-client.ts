import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import type { SampleService } from '../../../src/cli/sample/start-sample-service.ts'

export type Sent = { query?: string; json?: unknown; form?: FormData; key?: string }

/**
 * Calls the tracker as `ada`, and holds every answer against the tracker's own OpenAPI document:
 * the status must be declared, and a JSON body must fit the schema declared for it.
 */
export const trackerClient = async ({ trackerUrl, trackerApiKey }: SampleService) => {
  const document = await (await fetch(`${trackerUrl}/openapi.json`)).json()
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'tracker')
  const succeeded = new Set<string>()

  const call = async (operationId: string, params: Record<string, string> = {}, sent: Sent = {}) => {
    const { method, path } = operationOf(document, operationId)
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const response = await fetch(`${trackerUrl}${target}${sent.query ?? ''}`, {
      method: method.toUpperCase(),
      headers: { 'x-tracker-key': sent.key ?? trackerApiKey, ...(sent.json !== undefined && { 'content-type': 'application/json' }) },
      body: sent.form ?? (sent.json === undefined ? undefined : JSON.stringify(sent.json)),
    })
    if (response.ok) succeeded.add(operationId)
    const declared = document.paths[path][method].responses[response.status]
    expect(declared, `${operationId} answered an undeclared ${response.status}`).toBeDefined()
    if (!declared.content?.['application/json']) return { status: response.status, response, body: undefined }
    const body = await response.json()
    const pointer = `tracker#/paths/${escapePointer(path)}/${method}/responses/${response.status}/content/application~1json/schema`
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
    for (const [method, operation] of Object.entries(item)) if (operation.operationId === operationId) return { path, method }
  }
  throw new Error(`The tracker's document has no operation "${operationId}"`)
}

const escapePointer = (segment: string) => encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'))

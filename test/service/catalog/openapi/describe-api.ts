import { importOpenApi, type ImportOptions } from '../../../../src/service/catalog/openapi/index.ts'
import type { HttpToolDefinition } from '../../../../src/service/catalog/definitions.ts'
import { withDefinitions } from '../../../support/with-definitions.ts'

type Json = Record<string, unknown>

/** An OpenAPI document around some paths. */
export const describeApi = (paths: Json, others: Json = {}): Json => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://api.shop.example/v1' }],
  paths,
  ...others,
})

/** An operation that answers nothing, with some more. */
export const operation = (more: Json = {}): Json => ({
  responses: { 204: { description: 'Done' } },
  ...more,
})

export const jsonBody = (schema: unknown, more: Json = {}): Json => ({
  required: true,
  content: { 'application/json': { schema } },
  ...more,
})

export const importTools = async (document: Json, options: Partial<ImportOptions> = {}) => {
  const { toolkit, report } = await importOpenApi(document, { slug: 'shop', ...options })
  return { toolkit, report, tools: toolkit.tools.map(withDefinitions) }
}

/** The tool of a document with one operation. */
export const importTool = async (
  document: Json,
  options: Partial<ImportOptions> = {},
): Promise<HttpToolDefinition> => {
  const { tools, report } = await importTools(document, options)
  if (tools.length !== 1)
    throw new Error(`Expected one tool, got ${tools.length}: ${JSON.stringify(report.skipped)}`)
  return tools[0] as HttpToolDefinition
}

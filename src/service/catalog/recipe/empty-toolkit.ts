import type { ToolkitDefinition } from '../definitions.ts'
import type { ImportRequest } from '../import-request.ts'
import type { ImportReport } from '../openapi/index.ts'
import { authOf, nameOf, serverOf } from './recipe-options.ts'

/** A toolkit without a description: its recipe declares every operation. */
export const emptyToolkit = (
  request: ImportRequest,
): { toolkit: ToolkitDefinition; report: ImportReport } => {
  const { baseUrl, server } = serverOf(request)
  return {
    toolkit: {
      slug: request.slug,
      name: nameOf(request) ?? request.slug,
      description: '',
      categories: [],
      ...(baseUrl !== undefined && { baseUrl }),
      ...(server && { baseServer: server }),
      authSchemes: authOf(request) ?? [],
      tools: [],
      triggers: [],
    },
    report: {
      operations: 0,
      made: 0,
      tools: [],
      skipped: [],
      renamed: [],
      warnings: [],
      notes: [],
      tokens: 0,
    },
  }
}

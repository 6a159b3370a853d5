import type { Requirement } from '../requirements.ts'

export const bounds = {
  'bounds.declared': { source: 'ours', says: 'Every list, map and text of a request declares its maximum, also in the OpenAPI document; JSON of any shape is bounded in values, depth and text' },
} as const satisfies Record<string, Requirement>

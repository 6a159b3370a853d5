import { z } from 'zod'
import { modelTool } from './model-request.ts'

/** The tools that a service provides for a case. */
export const recordedTools = z.array(modelTool)

export type RecordedTools = z.infer<typeof recordedTools>

import type { z } from 'zod'
import type { ErrorStatus } from './sample-error.ts'

/** The part of an operation that its OpenAPI document contains. */
export type OperationDescription = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** As in OpenAPI, `/issues/{issue_id}`. */
  path: string
  operationId: string
  summary: string
  description: string
  tags: string[]
  input: Input
  bodyType?: 'application/json' | 'multipart/form-data'
  /** An absent body is read as `{}`. */
  bodyOptional?: boolean
  answer: Answer
  errors: ErrorStatus[]
  /** OAuth scopes that a credential needs. */
  scopes?: string[]
}

export type Input = { params?: z.ZodObject; query?: z.ZodObject; body?: z.ZodType }

/** `schema` for JSON, `mediaType` alone for text and binary answers, neither for an empty one. */
export type Answer<Schema extends z.ZodType = z.ZodType> = {
  status: 200 | 201 | 204
  description: string
  schema?: Schema
  mediaType?: string
}

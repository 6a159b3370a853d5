import type { Context } from 'hono'
import { z } from 'zod'
import { readRequest } from './read-request.ts'
import { invalidFields, type ErrorStatus, type FieldError } from './sample-error.ts'

/** An operation of a sample third party: its OpenAPI description and its implementation. */
export type Operation<Call> = OperationDescription & {
  respond: (context: Context, call: Call) => Promise<Response>
}

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

type Result<Schema extends z.ZodType> = z.output<Schema> | Response

/**
 * Declares an operation once: the same zod schemas validate requests and generate the OpenAPI
 * document.
 *
 * `handle` receives the parsed input and the call (the caller and the state). It returns the JSON
 * to send, or a complete `Response`.
 */
export const operation = <Shape extends Input, Schema extends z.ZodType, Call = unknown>(
  definition: Omit<OperationDescription, 'input' | 'answer'> & {
    input: Shape
    answer: Answer<Schema>
    handle: (
      input: z.output<z.ZodObject<Shape>>,
      call: Call,
    ) => Result<Schema> | Promise<Result<Schema>>
  },
): Operation<Call> => {
  const { handle, ...description } = definition
  const input = z.object(definition.input)
  return {
    ...description,
    respond: async (context, call) => {
      const parsed = input.safeParse(await readRequest(context, description))
      if (!parsed.success) throw invalidFields(parsed.error.issues.flatMap(toFieldErrors))
      const result = await handle(parsed.data, call)
      return result instanceof Response
        ? result
        : context.newResponse(JSON.stringify(result), definition.answer.status, jsonHeaders)
    },
  }
}

const toFieldErrors = (issue: z.core.$ZodIssue): FieldError[] => {
  // The first step says params, query or body; the caller thinks in field names.
  const [part, ...path] = issue.path
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: [...path, key].join('.'),
      message: 'There is no such field',
    }))
  }
  return [{ field: path.join('.') || String(part), message: issue.message }]
}

const jsonHeaders = { 'content-type': 'application/json' }

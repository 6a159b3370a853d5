import type { Context } from 'hono'
import { z } from 'zod'
import type { Answer, Input, OperationDescription } from './operation-description.ts'
import { readRequest } from './read-request.ts'
import { invalidFields, type FieldError } from './sample-error.ts'

/** An operation of a sample third party: its OpenAPI description and its implementation. */
export type Operation<Call> = OperationDescription & {
  respond: (context: Context, call: Call) => Promise<Response>
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
  // The first segment is params, query or body; the caller knows only field names.
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

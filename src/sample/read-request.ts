import type { Context } from 'hono'
import { z } from 'zod'
import type { OperationDescription } from './operation-description.ts'
import { SampleError } from './sample-error.ts'

type Description = Pick<OperationDescription, 'input' | 'bodyType' | 'bodyOptional'>

/**
 * Collects what a request sent, unchecked, in the shape that the operation's input schema parses.
 */
export const readRequest = async (context: Context, description: Description) => {
  const { query, body } = description.input
  return {
    params: context.req.param(),
    query: query && readQuery(context, query),
    body: body && (await readBody(context, description)),
  }
}

const readQuery = (context: Context, query: z.ZodObject) => {
  const values: Record<string, string | string[]> = {}
  for (const [name, sent] of Object.entries(context.req.queries())) {
    const value = isList(query.shape[name]) ? sent : sent[0]
    if (value !== undefined) values[name] = value
  }
  return values
}

const isList = (schema: z.ZodType | undefined): boolean =>
  schema instanceof z.ZodArray ||
  (schema instanceof z.ZodOptional && schema.unwrap() instanceof z.ZodArray)

const readBody = async (
  context: Context,
  { bodyType = 'application/json', bodyOptional }: Description,
): Promise<unknown> => {
  const contentType = context.req.header('content-type')
  if (bodyOptional && !contentType) return {}
  if (mediaType(contentType) !== bodyType)
    throw new SampleError(415, `Send the body as ${bodyType}`)
  try {
    return bodyType === 'application/json'
      ? await context.req.json()
      : await context.req.parseBody()
  } catch (cause) {
    throw new SampleError(400, `The body is not valid ${bodyType}`, { cause })
  }
}

const mediaType = (contentType = '') => contentType.split(';')[0]?.trim().toLowerCase()

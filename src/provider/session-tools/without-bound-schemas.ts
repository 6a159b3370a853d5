import { isObject } from '../../schema/json-schema.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import { foundSlugs } from './found-slugs.ts'

/**
 * The same tool, whose results are shown without the descriptions and argument schemas of the found
 * tools: from the next step on, the model has them as tools, and would pay for them twice.
 *
 * `maximum` is how many tools of one result are bound at most; the others keep their schemas.
 */
export const withoutBoundSchemas = (tool: AgentTool, maximum: number): AgentTool => {
  const show: AgentTool['show'] = async (result, options) => {
    const bound = result.successful
      ? new Set(foundSlugs(tool.slug, result.data).slice(0, maximum))
      : undefined
    if (!bound?.size) return tool.show(result, options)
    return tool.show({ ...result, data: shorten(result.data, bound) }, options)
  }
  // A copy would convert the schemas of each tool, which are only converted when they are read.
  return new Proxy(tool, {
    get: (target, key) => (key === 'show' ? show : Reflect.get(target, key)),
  })
}

const nextStep =
  'The tools marked as loaded are among your own tools from your next step on, with their argument schemas: call them by their names.'

const shorten = (
  data: Record<string, unknown>,
  bound: ReadonlySet<string>,
): Record<string, unknown> => {
  const { tool_schemas: schemas, next_steps_guidance: steps } = data
  return {
    ...data,
    tool_schemas: Object.fromEntries(
      Object.entries(schemas ?? {}).map(([slug, schema]: [string, unknown]) => [
        slug,
        bound.has(slug) ? toReference(schema) : schema,
      ]),
    ),
    next_steps_guidance: [...(Array.isArray(steps) ? (steps as unknown[]) : []), nextStep],
  }
}

/** The schema of the result stays where the model asked for it: a bound tool does not have one. */
const toReference = (schema: unknown): unknown => {
  if (!isObject(schema)) return schema
  const {
    input_schema: _input,
    description: _description,
    schemaRef: _reference,
    hasFullSchema: _isFull,
    ...rest
  } = schema
  return { ...rest, loaded: true }
}

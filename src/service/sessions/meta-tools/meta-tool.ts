import { z } from 'zod'
import type { SessionConfig } from '../../../contract/session-config.ts'
import type { Tool } from '../../../contract/tools.ts'
import { describePath } from '../../../schema/describe-issues.ts'
import { parseStringified } from '../../../schema/parse-stringified.ts'
import { toToolParameters } from '../../../schema/to-tool-parameters.ts'
import type { RunPart } from '../../endpoint/index.ts'
import type { TraceContext } from '../../platform/trace-context.ts'
import type { OpenSession } from '../session.ts'

/** A tool of the session itself, not of a third party. */
export type MetaTool = {
  slug: string
  name: string
  description: string
  input: z.ZodType
  tags: string[]
  /** Absent: in every session. */
  isInForce?(config: SessionConfig): boolean
  run(session: OpenSession, given: unknown, context: MetaContext): Promise<MetaOutcome>
}

type MetaContext = {
  /** Whether large results are returned as previews. */
  offload: boolean
  signal: AbortSignal
  /** The trace of its calls. */
  trace: TraceContext | undefined
  /** Present if the request has an Idempotency-Key. */
  runPart?: RunPart | undefined
}

type MetaOutcome = {
  data: Record<string, unknown>
  error: string | null
  /** What is logged instead of `data`, if that repeats responses of third parties. */
  logged?: Record<string, unknown>
  /** The arguments were not valid, so nothing was done. */
  isRefused?: true
}

/** Runs code in the sandbox of a session. Injected, since the workbench depends on sessions. */
export type Workbench = {
  run(
    session: OpenSession,
    code: { language: 'javascript' | 'bash'; source: string },
    context: MetaContext,
  ): Promise<MetaOutcome>
}

/** Declares a meta tool whose `run` gets arguments parsed by its schema. */
export const metaTool = <Input extends z.ZodType>(
  declaration: Omit<MetaTool, 'input' | 'run'> & {
    input: Input
    run(session: OpenSession, given: z.output<Input>, context: MetaContext): Promise<MetaOutcome>
  },
): MetaTool => {
  let schema: Record<string, unknown> | undefined
  const jsonSchemaOf = () => (schema ??= toJsonSchema(declaration.input))
  return {
    ...declaration,
    run: async (session, given, context) => {
      const { value, parsed: texts } = parseStringified(jsonSchemaOf(), given)
      const parsed = declaration.input.safeParse(value)
      if (parsed.success) {
        const outcome = await declaration.run(session, parsed.data, context)
        if (texts.length === 0) return outcome
        const names = texts.map((path) => describePath(path))
        return { ...outcome, data: { ...outcome.data, parsed_arguments: names } }
      }
      const issues = parsed.error.issues.map(
        (issue) => `${issue.path.join('.') || 'arguments'}: ${issue.message}`,
      )
      return {
        data: { issues },
        error: `The arguments of ${declaration.slug} are not valid: ${issues.join('; ')}`,
        isRefused: true,
      }
    },
  }
}

const version = '20261121_00'

/** A meta tool in the common shape of tools (spec 2.6). */
export const toToolOfSession = (tool: MetaTool): Tool => ({
  slug: tool.slug,
  name: tool.name,
  description: tool.description,
  toolkit: { slug: 'svc', name: 'Tool router', logo: '' },
  input_parameters: toToolParameters(toJsonSchema(tool.input)),
  output_parameters: toToolParameters(true),
  no_auth: true,
  version,
  available_versions: [version],
  scopes: [],
  tags: tool.tags,
  is_deprecated: false,
  deprecated: {
    displayName: tool.name,
    version,
    available_versions: [version],
    is_deprecated: false,
    toolkit: { logo: '' },
  },
})

/** Removes keywords that are useless to a model or rejected by model providers. */
const toJsonSchema = (input: z.ZodType): Record<string, unknown> => {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    override: ({ jsonSchema }) => {
      delete jsonSchema.propertyNames
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return schema
}

import { z } from 'zod'
import type { Tool } from '../../../contract/tools.ts'
import type { OpenSession } from '../session.ts'

/** A tool of the session itself, not of a third party. */
export type MetaTool = {
  slug: string
  name: string
  description: string
  input: z.ZodType
  tags: string[]
  run(session: OpenSession, given: unknown, signal: AbortSignal): Promise<MetaOutcome>
}

export type MetaOutcome = { data: Record<string, unknown>; error: string | null }

/** Declares a meta tool whose arguments have been parsed by its own schema when it runs. */
export const metaTool = <Input extends z.ZodType>(
  declaration: Omit<MetaTool, 'input' | 'run'> & { input: Input; run(session: OpenSession, given: z.output<Input>, signal: AbortSignal): Promise<MetaOutcome> },
): MetaTool => ({
  ...declaration,
  run: async (session, given, signal) => {
    const parsed = declaration.input.safeParse(given)
    if (parsed.success) return declaration.run(session, parsed.data, signal)
    const issues = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'arguments'}: ${issue.message}`)
    return { data: { issues }, error: `The arguments of ${declaration.slug} are not valid: ${issues.join('; ')}` }
  },
})

const version = '20261121_00'

/** A meta tool in the shape that all tools have (2.6). */
export const toToolOfSession = (tool: MetaTool): Tool => ({
  slug: tool.slug,
  name: tool.name,
  description: tool.description,
  toolkit: { slug: 'svc', name: 'Tool router', logo: '' },
  input_parameters: z.toJSONSchema(tool.input, { io: 'input' }),
  output_parameters: { type: 'object' },
  no_auth: true,
  version,
  available_versions: [version],
  scopes: [],
  tags: tool.tags,
  is_deprecated: false,
  deprecated: { displayName: tool.name, version, available_versions: [version], is_deprecated: false, toolkit: { logo: '' } },
})

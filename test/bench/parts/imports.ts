import { rate, type RatedFigure } from '../figures/figure.ts'
import { median } from '../figures/median.ts'
import { loadedPackages } from '../processes/loaded-packages.ts'
import { runScript } from '../processes/run-script.ts'
import { startService } from '../processes/start-service.ts'
import type { Part } from './part.ts'

const rounds = 11

const bare = {
  nothing: '',
  'zod + ofetch': `await Promise.all([import('zod'), import('ofetch')])`,
  ai: `await import('ai')`,
  '@langchain/core/tools': `await import('@langchain/core/tools')`,
  openai: `await import('openai')`,
}

const own = {
  '.': 'plugboard',
  './ai': 'plugboard/ai',
  './langchain': 'plugboard/langchain',
  './openai': 'plugboard/openai',
}

/** What importing a subpath of an agent's process must never bring along. */
const serverPackages =
  /^(hono|@hono\/.+|kysely|pg|pg-boss|pino|undici|commander|yaml|@scalar\/.+|@clack\/.+|@opentelemetry\/.+|prom-client|express|fastify)$/
const frameworks = /^(ai|@ai-sdk\/.+|openai|@langchain\/.+|langchain)$/

/**
 * CPU of a process that imports something and ends, Node's own start included; and what it loaded.
 */
export const measureImports: Part = async (built, say) => {
  const service = await startService(built)
  const { session_id: sessionId } = await service.client.sessions.create({
    body: { user_id: 'ada' },
  })
  const scripts: Record<string, string> = {
    ...bare,
    ...Object.fromEntries(
      Object.values(own).map((subpath) => [subpath, `await import('${subpath}')`]),
    ),
    'first call, bare': firstCallBare(service.ready, sessionId),
    'first call': firstCall(service.ready, sessionId),
  }
  const cpu: Record<string, number[]> = {}
  for (let round = 0; round <= rounds; round += 1) {
    say(`imports: round ${round} of ${rounds}`)
    for (const [name, script] of Object.entries(scripts)) {
      const { cpuMs } = await runScript(built.consumer, script)
      // The first round fills the file cache.
      if (round > 0) (cpu[name] ??= []).push(cpuMs)
    }
  }
  await service.stop()
  const ms = (name: string) => ({ value: median(cpu[name] ?? []), unit: 'ms' as const })
  const against = (name: string) => ({ ...ms(name), name })

  return [
    rate({
      name: 'import plugboard (CPU)',
      ours: ms('plugboard'),
      reference: against('zod + ofetch'),
      bar: { of: 'ratio', atMost: 1.15 },
    }),
    rate({
      name: 'import plugboard (CPU)',
      ours: ms('plugboard'),
      reference: { ...ms('nothing'), name: 'empty process' },
    }),
    rate({
      name: 'import plugboard and list the tools of a session (CPU)',
      ours: ms('first call'),
      reference: { ...ms('first call, bare'), name: 'zod + ofetch, same request' },
      note: 'zod, ofetch and the contract are loaded at the first call, not at import',
    }),
    rate({
      name: 'import plugboard/ai (CPU)',
      ours: ms('plugboard/ai'),
      reference: against('ai'),
      note: 'later bar: 1.15x',
    }),
    rate({
      name: 'import plugboard/langchain (CPU)',
      ours: ms('plugboard/langchain'),
      reference: against('@langchain/core/tools'),
      note: 'later bar: 1.15x; the adapter also needs @langchain/core/messages',
    }),
    rate({
      name: 'import plugboard/openai (CPU)',
      ours: ms('plugboard/openai'),
      reference: against('openai'),
      note: 'later bar: 1.15x; the adapter needs only types of openai',
    }),
    ...(await listLoaded(built.consumer)),
  ]
}

const listLoaded = async (consumer: string): Promise<RatedFigure[]> => {
  const figures: RatedFigure[] = []
  for (const [subpath, name] of Object.entries(own)) {
    const { packages, files } = await loadedPackages(consumer, name)
    const unwanted = packages
      .filter(
        (loaded) => serverPackages.test(loaded) || (subpath === '.' && frameworks.test(loaded)),
      )
      .concat(files.filter((file) => /\/(service|cli)\//.test(file)))
    figures.push(
      rate({
        name: `server${subpath === '.' ? ', framework' : ''} or telemetry code loaded by ${name}`,
        ours: { value: unwanted.length, unit: 'packages' },
        bar: { of: 'value', atMost: 0 },
        note: `loads ${packages.length === 0 ? 'no other package' : packages.join(', ')}${unwanted.length > 0 ? `; unwanted: ${unwanted.join(', ')}` : ''}`,
      }),
    )
  }
  return figures
}

type Connection = { url: string; apiKey: string }

const firstCall = ({ url, apiKey }: Connection, sessionId: string): string => `
  const { Plugboard } = await import('plugboard')
  const tools = await (await new Plugboard({ baseUrl: '${url}', apiKey: '${apiKey}' }).useSession('${sessionId}')).tools()
  if (tools.length === 0) throw new Error('no tools')`

/** What anybody would write by hand: ask, and check the answer. */
const firstCallBare = ({ url, apiKey }: Connection, sessionId: string): string => `
  const [{ z }, { ofetch }] = await Promise.all([import('zod'), import('ofetch')])
  const headers = { 'x-api-key': '${apiKey}' }
  const session = await ofetch('${url}/api/v3/tool_router/session/${sessionId}', { headers })
  z.object({ session_id: z.string() }).parse(session)
  const answer = await ofetch('${url}/api/v3/tool_router/session/${sessionId}/tools', { headers })
  const tool = z.object({ slug: z.string(), name: z.string(), description: z.string(), input_parameters: z.record(z.string(), z.unknown()) })
  if (z.object({ items: z.array(tool) }).parse(answer).items.length === 0) throw new Error('no tools')`

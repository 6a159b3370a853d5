import type { Paging } from '../../contract/paging.ts'
import {
  describeGathered,
  describePage,
  findPagingRule,
  gather,
  rulesOf,
  type NextPage,
  type ToolPage,
} from './answers/index.ts'
import type { ToolCall } from './execute-tool.ts'
import { ToolFailure } from './tool-failure.ts'

type Pages = {
  /** Limits all pages together. */
  timeoutMs: number
  /** Without `next`: the first page. */
  ask: (next: NextPage | undefined, timeoutMs: number) => Promise<ToolPage>
  /** Throws what is no failure of a call. */
  explain: (error: unknown) => string
}

type Answer = Pick<ToolPage, 'data' | 'error'> & { paging?: Paging | undefined }

/** One page, or all of them where the call asks for that. */
export const fetchPages = async (
  call: ToolCall,
  { timeoutMs, ask, explain }: Pages,
): Promise<Answer> => {
  const deadline = performance.now() + timeoutMs
  const first = await ask(undefined, timeoutMs)
  const { data, error, next } = first
  const asked = { slug: call.tool.definition.slug, arguments: call.arguments }
  if (!call.all || error !== null) return { data, error, paging: describePage(asked, next) }
  const left = () => Math.floor(deadline - performance.now())
  // What was gathered before is kept, unless nobody waits for it any more.
  const askNext = async (page: NextPage): Promise<ToolPage> => {
    try {
      return await ask(page, left())
    } catch (thrown) {
      if (call.signal?.aborted) throw thrown
      return { data: {}, error: explain(thrown), bytes: 0 }
    }
  }
  const gathered = await gather(first, askNext, () => left() > 0)
  return { data: gathered.data, error: null, paging: describeGathered(asked, gathered) }
}

/** A call that may have an effect is made once; a paging rule says of a tool that it lists. */
export const rejectAllPages = ({ all, tool: { definition }, toolkit }: ToolCall): void => {
  if (!all || definition.tags.includes('readOnlyHint')) return
  const { request } = definition
  const isRead =
    request.kind === undefined &&
    (request.method === 'GET' || request.method === 'HEAD') &&
    !definition.tags.includes('destructiveHint')
  if (isRead || findPagingRule(rulesOf(toolkit.definition, definition).paging, definition)) return
  throw new ToolFailure(
    `${definition.slug} was not called: \`all\` is for tools that only read. Call it without \`all\`, and with the arguments that its answer names for the next page.`,
  )
}

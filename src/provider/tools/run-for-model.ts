import type { AgentTool } from './agent-tool.ts'
import type { MadeCall, OnResult } from './made-call.ts'
import type { ModelCall } from './model-call.ts'
import type { ShownResult } from './show-result.ts'
import { withinTime } from './within-time.ts'

/** A call that a person has to approve. `signal`: ends the question, as nobody waits for it any more. */
export type ApprovalCall = {
  name: string
  arguments: unknown
  description: string
  signal?: AbortSignal | undefined
}

/** Asks a person about a call: `true` runs it, `false` denies it. */
export type Approve = (call: ApprovalCall) => boolean | Promise<boolean>

export type RunForModelOptions = {
  signal?: AbortSignal | undefined
  /** Shows images and PDFs in the result. */
  files?: boolean | undefined
  /**
   * Asks a person before a call that the session wants confirmed. Without this option, the model
   * reads that the call is waiting for approval.
   */
  approve?: Approve | undefined
  /** The model's call, by which the service knows it again. */
  call?: ModelCall | undefined
  /** Told of the complete result of a call whose arguments were valid. */
  onResult?: OnResult | undefined
}

/**
 * Runs a call of a model and returns what the model sees of its result, whether it succeeded or
 * failed. Only throws on abort. For adapters of agent frameworks that have no approvals of their
 * own.
 *
 * @example
 * const { text, isError } = await runForModel(tool, { title: 'Broken door' }, { approve: ({ name }) => confirm(name) })
 */
export const runForModel = async (
  tool: AgentTool,
  toolArguments: unknown,
  { signal, files, approve, call, onResult }: RunForModelOptions = {},
): Promise<ShownResult> => {
  const { name, description } = tool
  const approved =
    approve && (await tool.needsApproval(toolArguments, { signal }))
      ? await withinTime(name, { signal }, () =>
          approve({ name, arguments: toolArguments, description, ...(signal && { signal }) }),
        )
      : undefined
  const result = await tool.execute(toolArguments, { signal, approved, call })
  const checked = onResult && tool.validate(toolArguments)
  if (checked?.success)
    tell(onResult, {
      slug: tool.slug,
      name: tool.name,
      id: call?.id,
      arguments: checked.sent,
      result,
    })
  return tool.show(result, { files, signal })
}

/**
 * The call was made, so its result reaches the model whatever becomes of the callback. An error of it
 * is an unhandled rejection, as that of an asynchronous callback is.
 */
const tell = (onResult: OnResult | undefined, made: MadeCall): void => {
  try {
    onResult?.(made)
  } catch (error) {
    void Promise.reject(error)
  }
}

/**
 * Asks a person about one call at a time, in the order of the calls. Nobody is asked about one that was
 * aborted, and none waits for its answer.
 */
export const oneAtATime = (approve: Approve): Approve => {
  let last: Promise<unknown> = Promise.resolve()
  return (call) => {
    const answer = last.then(() =>
      withinTime(call.name, { signal: call.signal }, () => approve(call)),
    )
    last = answer.catch(() => undefined)
    return answer
  }
}

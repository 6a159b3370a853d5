import type { AgentTool } from './agent-tool.ts'
import type { MadeCall, OnResult } from './made-call.ts'
import type { ModelCall } from './model-call.ts'
import type { ShownResult } from './show-result.ts'

/** A call that a person has to approve. */
export type ApprovalCall = { name: string; arguments: unknown; description: string }

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
  const approved =
    approve && (await tool.needsApproval(toolArguments, { signal }))
      ? await approve({ name: tool.name, arguments: toolArguments, description: tool.description })
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

/** Asks a person about one call at a time, in the order of the calls. */
export const oneAtATime = (approve: Approve): Approve => {
  let last: Promise<unknown> = Promise.resolve()
  return (call) => {
    const answer = last.then(() => approve(call))
    last = answer.catch(() => undefined)
    return answer
  }
}

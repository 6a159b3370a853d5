import { PlugboardError } from '../../client/index.ts'

/**
 * A call of which it can't be told is one that a person is asked for: a failure must neither end
 * the agent's loop nor let a call pass.
 */
export const needsApprovalOrUnknown = async (ask: () => Promise<boolean>): Promise<boolean> => {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof PlugboardError && error.slug !== 'aborted') return true
    throw error
  }
}

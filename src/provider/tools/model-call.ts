/**
 * A model's call of a tool, by the names that its framework gives it. The same call executed again,
 * by a retry, a resumed run or a resent request, is recognized by them.
 *
 * @example
 * await tool.execute(call.args, { call: { id: call.id, conversation: chatId } })
 */
export type ModelCall = {
  /** The id that the model, or its provider, gave the call. */
  id: string
  /**
   * The conversation in which the call was made: its id, in your application or in the framework.
   * Without one, an id is used only if it has a random part.
   */
  conversation?: string | undefined
  /**
   * Distinguishes calls of a conversation whose ids repeat, because a provider counts them: the id
   * of the model's answer or of the framework's task, or the position in the conversation. Not used
   * for ids with a random part.
   */
  step?: string | undefined
}

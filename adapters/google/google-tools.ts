import type { FunctionCall, FunctionDeclaration, FunctionResponse, Part } from '@google/genai'
import {
  oneAtATime,
  runForModel,
  type AgentTool,
  type Approve,
  type NamedToolsOptions,
  type OnResult,
  type ShownResult,
  type ToolLister,
  type ToolName,
  type ToolSlug,
  type ToolsOptions,
} from '../../src/index.ts'

export type GoogleRunOptions<Slug extends string = string> = {
  /** Aborts the calls. */
  signal?: AbortSignal | undefined
  /**
   * Asks a person before each call that the session wants confirmed, one call at a time. Return
   * `true` to run the call or `false` to deny it. Without this option, the model reads that the
   * call is waiting for approval.
   */
  approve?: Approve | undefined
  /**
   * The id of the conversation. A call that is made again, by a retry or a resent request, is
   * executed once: it is recognized by its id. Calls without an id, as of older models, are made
   * each time, and so are those with an id that is only counted, without this option: ids must
   * differ within the conversation.
   */
  conversation?: string | undefined
  /**
   * Called with each call that was made and its complete result, with its log id. Both are typed for
   * tools that are named in `tools`.
   */
  onResult?: OnResult<Slug> | undefined
}

export type GoogleToolsOptions<Slug extends string = string> = Omit<ToolsOptions, 'signal'> &
  GoogleRunOptions<Slug> & {
    /**
     * Shows the images and PDFs in tool results to the model instead of linking to them. For Gemini
     * 3 and newer models.
     */
    files?: boolean | undefined
    /**
     * Leaves calls of unknown tools unanswered. Required with other callable tools in the same
     * request, because the client gives each of them all calls.
     */
    ignoreUnknown?: boolean | undefined
  }

/** A callable tool of the Google client. */
export type GoogleTools<Slugs extends readonly string[] = readonly string[]> = {
  /** The declarations of the tools. */
  tool: () => Promise<{
    functionDeclarations: {
      -readonly [Index in keyof Slugs]: FunctionDeclaration & { name: ToolName<Slugs[Index]> }
    }
  }>
  /**
   * Runs the calls of an answer concurrently and returns their results, in the order of the calls.
   * The options replace those that the tools were created with.
   */
  callTool: (
    functionCalls: FunctionCall[],
    options?: GoogleRunOptions<Slugs[number]>,
  ) => Promise<Part[]>
}

/**
 * Exposes the tools of a session to the Google GenAI client, as one tool that it calls itself
 * (automatic function calling), in `generateContent`, `generateContentStream` and chats.
 *
 * The model sees each tool's JSON Schema as its author wrote it where Gemini accepts that,
 * otherwise converted; `profile: 'original'` never converts. Arguments are validated before they
 * leave the process. A failure is a response with `error` that the model can read. Without options,
 * this returns the meta tools, with which the agent finds and runs all other tools.
 *
 * `onResult` gets each call with its complete result. For tools that are named in `tools` and that
 * `plugboard generate types` declared, names, arguments and results are typed.
 *
 * The client does not pass its `abortSignal` on to tools: give `signal` the same one.
 *
 * @example
 * import { GoogleGenAI } from '@google/genai'
 * import { Plugboard } from 'plugboard'
 * import { googleTools } from 'plugboard/google'
 *
 * const session = await new Plugboard().createSession('ada')
 * const tools = await googleTools(session, { search: 'create an issue' })
 * const { text } = await new GoogleGenAI({}).models.generateContent({
 *   model: 'gemini-3.8-flash',
 *   contents: 'Tell the builders that the door is broken',
 *   config: { tools: [tools] },
 * })
 */
export async function googleTools<const Slugs extends readonly ToolSlug[]>(
  session: ToolLister,
  options: Omit<GoogleToolsOptions<Slugs[number]>, keyof ToolsOptions> & NamedToolsOptions<Slugs>,
): Promise<GoogleTools<Slugs>>
export async function googleTools(
  session: ToolLister,
  options?: GoogleToolsOptions,
): Promise<GoogleTools>
export async function googleTools(
  session: ToolLister,
  { files, approve, ignoreUnknown, conversation, onResult, ...options }: GoogleToolsOptions = {},
): Promise<GoogleTools> {
  return toGoogleTools(await session.tools({ profile: 'gemini', ...options }), {
    files,
    approve,
    ignoreUnknown,
    conversation,
    onResult,
    signal: options.signal,
  })
}

type Ways = GoogleRunOptions & Pick<GoogleToolsOptions, 'files' | 'ignoreUnknown'>

export const toGoogleTools = (
  given: readonly AgentTool[],
  { files, ignoreUnknown, ...always }: Ways,
): GoogleTools => {
  const tools = new Map(given.map((tool) => [tool.name, tool]))
  return {
    tool: async () => ({ functionDeclarations: [...tools.values()].map(toDeclaration) }),
    callTool: async (functionCalls, options = {}) => {
      const { signal, approve, conversation, onResult } = { ...always, ...options }
      const ask = approve && oneAtATime(approve)
      const calls = functionCalls.filter(
        ({ name = '' }) => ignoreUnknown !== true || tools.has(name),
      )
      return Promise.all(
        calls.map(async (call) => {
          const tool = tools.get(call.name ?? '')
          return toPart(
            call,
            tool
              ? await runForModel(tool, call.args ?? {}, {
                  signal,
                  files,
                  approve: ask,
                  onResult,
                  call: { id: call.id ?? '', conversation },
                })
              : unknownTool(call, [...tools.keys()]),
          )
        }),
      )
    },
  }
}

const toDeclaration = ({
  name,
  description,
  inputSchema,
}: AgentTool): FunctionDeclaration & { name: string } => ({
  name,
  description,
  parametersJsonSchema: inputSchema,
})

type Shown = Pick<ShownResult, 'output' | 'isError' | 'files'>

const unknownTool = ({ name = '' }: FunctionCall, known: string[]): Shown => ({
  output: { error: `There is no tool "${name}". The tools are: ${known.join(', ')}` },
  isError: true,
  files: [],
})

const toPart = ({ id, name }: FunctionCall, { output, isError, files }: Shown): Part => {
  const functionResponse: FunctionResponse = {
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    // Keys of the data are not taken for `output` or `error` of the API.
    response: isError ? output : { output },
    ...(files.length > 0 && {
      parts: files.map(({ mediaType, base64, name: displayName }) => ({
        inlineData: {
          mimeType: mediaType,
          data: base64,
          ...(displayName !== undefined && { displayName }),
        },
      })),
    }),
  }
  return { functionResponse }
}

/**
 * A case of `plugboard eval`, as a line of a JSON Lines file: that the tool is called with these
 * arguments. Every argument is expected as it is.
 */
export const toEvalCase = ({
  tool,
  args,
  input,
}: {
  tool: string
  args: Record<string, unknown>
  /** What the user says; without it a text to replace. */
  input?: string | undefined
}): string =>
  JSON.stringify({
    id: `${tool.toLowerCase().replaceAll('_', '-')}-${toShortHash(JSON.stringify([args, input]))}`,
    input: input || 'Replace this with what the user says.',
    tools: [tool],
    expect: {
      calls: [
        {
          tool,
          arguments: Object.fromEntries(
            Object.entries(args).map(([name, value]) => [name, { $exact: value }]),
          ),
        },
      ],
    },
  })

/** FNV-1a: tells the cases of a tool apart, which may be lines of one file. */
const toShortHash = (text: string): string => {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(36)
}

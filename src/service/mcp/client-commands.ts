import type { McpServer as McpServerRecord } from '../../contract/mcp.ts'

/**
 * Command lines that set up MCP clients on a user's machine, to be pasted into a POSIX shell.
 *
 * The key is read from the environment when the line runs, so that no response and no shell history
 * contains it.
 */
export const toClientCommands = (
  { id, name }: { id: string; name: string },
  url: string,
): McpServerRecord['commands'] => {
  const entryName = toEntryName(name) || `plugboard-${id.slice(0, 8)}`
  return {
    client_1: writeEntry('.cursor/mcp.json', entryName, { url }),
    client_2: `claude mcp add --transport http ${quote(entryName)} ${quote(url)} --header "Authorization: Bearer \${${variable}:?set it to the key of your MCP server instance}"`,
    client_3: writeEntry('.codeium/windsurf/mcp_config.json', entryName, { serverUrl: url }),
  }
}

const variable = 'PLUGBOARD_MCP_KEY'

/** Clients take letters, digits and hyphens, and a hyphen in front would be an option. */
const toEntryName = (name: string): string =>
  name.replaceAll(/[^0-9A-Za-z]+/g, '-').replaceAll(/^-|-$/g, '')

/**
 * These two have no command of their own for it: the line adds an entry to their file and leaves
 * the others in it alone.
 */
const writeEntry = (file: string, name: string, entry: Record<string, string>): string =>
  ['node', '-e', quote(script), '--', quote(file), quote(name), quote(JSON.stringify(entry))].join(
    ' ',
  )

const script = [
  'const fs = require("fs"), path = require("path")',
  'const [file, name, entry] = process.argv.slice(1)',
  `const key = process.env.${variable}`,
  `if (!key) throw new Error("${variable} is not set: set it to the key of your MCP server instance")`,
  'const target = path.join(require("os").homedir(), file)',
  'const config = fs.existsSync(target) ? JSON.parse(fs.readFileSync(target, "utf8") || "{}") : {}',
  'config.mcpServers = { ...config.mcpServers, [name]: { ...JSON.parse(entry), headers: { Authorization: "Bearer " + key } } }',
  'fs.mkdirSync(path.dirname(target), { recursive: true })',
  'fs.writeFileSync(target, JSON.stringify(config, null, 2) + "\\n", { mode: 0o600 })',
].join('; ')

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

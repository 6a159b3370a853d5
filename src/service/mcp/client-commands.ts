import type { McpServer as McpServerRecord } from '../../contract/mcp.ts'

/**
 * Shell commands that configure MCP clients on a user's machine (POSIX shells).
 *
 * The key is read from the environment when the command runs, so that no response and no shell
 * history contains it.
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

/** Clients accept letters, digits and hyphens; a leading hyphen would be an option. */
const toEntryName = (name: string): string =>
  name.replaceAll(/[^0-9A-Za-z]+/g, '-').replaceAll(/^-|-$/g, '')

/**
 * These two clients have no command for it: the line adds an entry to their configuration file and
 * keeps the others.
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

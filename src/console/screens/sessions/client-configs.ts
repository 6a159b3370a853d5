import type { ClientConfig } from '../../ui/configurations.tsx'

const variable = 'PLUGBOARD_MCP_KEY'
const json = (value: unknown): string => JSON.stringify(value, undefined, 2)

/**
 * Configurations of MCP clients for an address. Each takes the key from the environment, or asks for
 * it, so that no file and no history contains it.
 */
export const clientConfigs = (url: string): readonly ClientConfig[] => [
  {
    name: 'Claude Code',
    says: `In a shell where ${variable} is set:`,
    text: `claude mcp add --transport http plugboard '${url}' --header "Authorization: Bearer \${${variable}:?set it to a key of the session}"`,
  },
  {
    name: 'Cursor',
    says: `In .cursor/mcp.json; Cursor reads ${variable} from the environment it was started in:`,
    text: json({
      mcpServers: {
        plugboard: { url, headers: { Authorization: `Bearer \${env:${variable}}` } },
      },
    }),
  },
  {
    name: 'VS Code',
    says: 'In .vscode/mcp.json; VS Code asks for the key once and stores it:',
    text: json({
      inputs: [
        {
          type: 'promptString',
          id: 'plugboard-key',
          description: 'Key of the Plugboard session',
          password: true,
        },
      ],
      servers: {
        plugboard: {
          type: 'http',
          url,
          headers: { Authorization: 'Bearer ${input:plugboard-key}' },
        },
      },
    }),
  },
]

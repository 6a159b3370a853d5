import { Code } from '../../ui/copy.tsx'
import { AddToolkit } from '../toolkits/add-toolkit.tsx'

/** The first steps in an empty project: a toolkit, and an agent that uses it. */
export const Start = ({ added }: { added: () => void }) => (
  <div class="start">
    <AddToolkit title="1. Add a toolkit" added={added} />
    <ConnectAgent />
  </div>
)

/** What connects code and MCP clients to this service. */
const ConnectAgent = () => (
  <section aria-label="Connect an agent">
    <h2>2. Connect an agent</h2>
    <p>
      In code, with the key that <code>plugboard dev</code> prints:
    </p>
    <Code
      text={`npm install plugboard\nexport PLUGBOARD_BASE_URL=${location.origin} PLUGBOARD_API_KEY=<project key>`}
      what="commands for code"
    />
    <p>An MCP client, such as Claude Code, with the address of a session for a user:</p>
    <Code
      text={`npx plugboard api sessions.create --url ${location.origin} --json '{"user_id": "ada"}'\nclaude mcp add --transport http plugboard <mcp.url of the answer> --header "x-api-key: <project key>"`}
      what="commands for MCP"
    />
  </section>
)

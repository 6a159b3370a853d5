import { z } from 'zod'
import { metaTool, type Workbench } from './meta-tool.ts'

export const remoteBashTool = ({ workbench }: { workbench: Workbench }) =>
  metaTool({
    slug: 'SVC_REMOTE_BASH_TOOL',
    name: 'Run a shell command',
    description:
      'Runs bash in the same sandbox and folder as SVC_REMOTE_WORKBENCH, with jq, grep, sed, awk, sort, sqlite3 and the like, e.g. over /results/<handle>.json. No network, no host files. Answers stdout, stderr and exit_code.',
    tags: ['destructiveHint', 'openWorldHint'],
    isInForce: (config) => config.workbench.enable,
    input: z.object({
      command: z
        .string()
        .min(1)
        .max(200_000)
        .describe('e.g. jq ".items | length" /results/<handle>.json'),
    }),
    run: (session, { command }, context) =>
      workbench.run(session, { language: 'bash', source: command }, context),
  })

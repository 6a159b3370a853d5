import { z } from 'zod'
import { metaTool, type Workbench } from './meta-tool.ts'

export const remoteWorkbench = ({ workbench }: { workbench: Workbench }) =>
  metaTool({
    slug: 'SVC_REMOTE_WORKBENCH',
    name: 'Run code',
    description: `Runs JavaScript in a sandbox with the tools of this session. Use it for work over many items or large results: you read only what the code prints or returns.
\`await tools.call(slug, arguments, account?)\` and \`await tools.callMany([{tool_slug, arguments, account?}])\` (parallel, answers in order) give {successful, data, error} and do not throw.
A result with a handle is the file /results/<handle>.json; files in the working folder stay for the session. Both with fs.readFileSync(path, 'utf8') and fs.writeFileSync.
Answers stdout, stderr, exit_code, what the code returns as result, and pending_approvals: once those are approved, make only these calls again.`,
    tags: ['destructiveHint', 'openWorldHint'],
    isInForce: (config) => config.workbench.enable,
    input: z.object({
      code: z
        .string()
        .min(1)
        .max(200_000)
        .describe(
          'Body of an async function: await and return work. No network, no host files, 30 seconds of computing',
        ),
      language: z.enum(['javascript', 'bash']).default('javascript'),
    }),
    run: (session, { code, language }, context) =>
      workbench.run(session, { language, source: code }, context),
  })

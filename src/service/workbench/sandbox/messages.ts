import { z } from 'zod'

// What the service and the process of a sandbox write each other. The process runs what a model
// wrote, so what it says is parsed.

export type SandboxFile = { path: string; base64: string }

/** The one thing that a process is started for. */
export type SandboxTask = {
  language: 'javascript' | 'bash'
  source: string
  files: SandboxFile[]
  results: string[]
}

/** The answer to a question: JSON, or why there is none. */
export type Reply =
  | { kind: 'reply'; id: number; json: string }
  | { kind: 'reply'; id: number; error: string }

export type ToSandbox = { kind: 'task'; task: SandboxTask } | Reply

const file = z.object({ path: z.string(), base64: z.string() })

const ended = z.object({
  kind: z.literal('ended'),
  stdout: z.string(),
  stderr: z.string(),
  exitCode: z.number(),
  /** What the JavaScript returned, as JSON. */
  result: z.string().optional(),
  /** Files of the home folder that are not as they were. */
  changed: z.array(file),
  removed: z.array(z.string()),
  /** Why the files are not given back. */
  filesRefused: z.string().optional(),
})
export type SandboxEnd = z.infer<typeof ended>

export const fromSandbox = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  /** A question of the code: `call` and `callMany` run tools, `read` gives a stored result. */
  z.object({
    kind: z.literal('question'),
    id: z.number(),
    about: z.enum(['call', 'callMany', 'read']),
    json: z.string(),
  }),
  ended,
])
export type FromSandbox = z.infer<typeof fromSandbox>

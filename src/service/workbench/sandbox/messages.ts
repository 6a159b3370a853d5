import { z } from 'zod'

// Messages between the service and the process of a sandbox. The process is untrusted, so its
// messages are validated.

export type SandboxFile = { path: string; base64: string }

/** The task of a process. */
export type SandboxTask = {
  language: 'javascript' | 'bash'
  source: string
  files: SandboxFile[]
  results: string[]
}

/** The reply to a question: JSON or an error. */
type Reply =
  | { kind: 'reply'; id: number; json: string }
  | { kind: 'reply'; id: number; error: string }

export type ToSandbox = { kind: 'task'; task: SandboxTask } | Reply

const file = z.object({ path: z.string(), base64: z.string() })

const ended = z.object({
  kind: z.literal('ended'),
  stdout: z.string(),
  stderr: z.string(),
  exitCode: z.number(),
  /** The return value of the JavaScript, as JSON. */
  result: z.string().optional(),
  /** Changed files of the home folder. */
  changed: z.array(file),
  removed: z.array(z.string()),
  /** Why the files are not returned. */
  filesRefused: z.string().optional(),
})
export type SandboxEnd = z.infer<typeof ended>

export const fromSandbox = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  /** A request of the code: `call` and `callMany` run tools, `read` returns a stored result. */
  z.object({
    kind: z.literal('question'),
    id: z.number(),
    about: z.enum(['call', 'callMany', 'read']),
    json: z.string(),
  }),
  ended,
])
export type FromSandbox = z.infer<typeof fromSandbox>

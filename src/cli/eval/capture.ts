import { Command } from 'commander'
import { connectToService, withConnection, type ConnectionOptions } from '../service-connection.ts'

type CaptureOptions = ConnectionOptions & { session: string; input: string; id?: string }

/** `plugboard eval capture` */
export const captureCases = (): Command =>
  withConnection(
    new Command('capture')
      .description(
        'Create a case from the calls of a session, as JSON; what a case cannot express is listed on standard error',
      )
      .requiredOption('--session <id>', 'session (trs_…)')
      .requiredOption(
        '--input <words>',
        "the user's prompt: the service stores calls, not conversations",
      )
      .option('--id <id>', 'id of the case; default: the session id'),
  ).action(async ({ session, input, id, ...connection }: CaptureOptions) => {
    const [client, { captureSession }] = await Promise.all([
      connectToService(connection),
      import('../../evals/index.ts'),
    ])
    const { cases, notExpressed } = await captureSession(client, { session, input, id })
    for (const { what } of notExpressed) console.error(`Not expressed: ${what}`)
    if (cases.length === 0) process.exitCode = 1
    else console.log(JSON.stringify({ cases }, null, 2))
  })

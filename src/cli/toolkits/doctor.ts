import { Command } from 'commander'
import { connectToService, withConnection, type ConnectionOptions } from '../service-connection.ts'

type DoctorOptions = ConnectionOptions & { user?: string; call: boolean; json: boolean }

/** `plugboard toolkits doctor` */
export const diagnoseToolkit = (): Command =>
  withConnection(
    new Command('doctor')
      .argument('<toolkit>', 'slug of the toolkit')
      .description('Find out what keeps a toolkit from working, and what to do about it')
      .option('--user <id>', 'your own id of a user, whose account is tried with a read-only call')
      .option('--no-call', 'make no call')
      .option('--json', 'print JSON', false),
  )
    .addHelpText('after', '\nIt exits with 1 when something is missing or the call fails.')
    .action(async (slug: string, { user, call, json, ...connection }: DoctorOptions) => {
      const client = await connectToService(connection)
      const found = await client.toolkits.diagnose({
        params: { slug },
        body: { ...(user !== undefined && { user_id: user }), call },
      })
      const { toDiagnosisText } = await import('./to-diagnosis-text.ts')
      console.log(json ? JSON.stringify(found, null, 2) : toDiagnosisText(found, user))
      if (found.verdict !== 'ready') process.exitCode = 1
    })

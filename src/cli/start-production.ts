import { readConfig, startService, type RunningService } from '../service/index.ts'
import { checkPort } from './check-port.ts'
import { CliError } from './cli-error.ts'
import { startTracing } from './telemetry/start-tracing.ts'

/** Starts the service as the environment says. */
export const startProduction = async (
  environment: Record<string, string | undefined>,
): Promise<RunningService> => {
  if (!environment['PLUGBOARD_PUBLIC_URL']) {
    throw new CliError(
      'PLUGBOARD_PUBLIC_URL is not set: connect pages, callbacks and file links are built from it',
      {
        suggestedFix:
          'Set it to the address under which browsers and agents reach this service, such as https://tools.example.com; to try things out, use plugboard dev',
      },
    )
  }
  const config = readConfig(environment)
  await checkPort(config)
  // The database must not be readable for other users of this machine.
  process.umask(0o077)
  // The service looks for it when it starts.
  const tracing = await startTracing(environment)
  const service = await startService(config)
  const close = async () => {
    await service.close()
    // A collector that is away must not make the end of a service look like a failure.
    await tracing
      ?.stop()
      .catch((error: unknown) =>
        console.error(
          `The last spans could not be sent: ${error instanceof Error ? error.message : String(error)}`,
        ),
      )
  }
  return { ...service, close }
}

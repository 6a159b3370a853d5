import { readConfig, startService, type RunningService } from '../service/index.ts'
import { checkPort } from './check-port.ts'
import { CliError } from './cli-error.ts'
import { needRestart, readEnvironment } from './read-environment.ts'
import { startTracing } from './telemetry/start-tracing.ts'

/** Starts the service with settings from the environment. `isShown`: somebody sees its output. */
export const startProduction = async (
  given: Record<string, string | undefined>,
  { isShown }: { isShown: boolean },
): Promise<Omit<RunningService, 'reload'> & { reload(): void }> => {
  const environment = readEnvironment(given)
  if (!environment['PLUGBOARD_PUBLIC_URL']) {
    throw new CliError(
      'PLUGBOARD_PUBLIC_URL is not set, but links to connect pages, callbacks and files are built from it',
      {
        suggestedFix:
          'Set it to the URL at which browsers and agents reach this service, such as https://tools.example.com; for development, use plugboard dev',
      },
    )
  }
  const config = readConfig(environment)
  await checkPort(config, { host: 'PLUGBOARD_HOST', port: 'PLUGBOARD_PORT' })
  if (config.metrics)
    await checkPort(config.metrics, {
      host: 'PLUGBOARD_METRICS_HOST',
      port: 'PLUGBOARD_METRICS_PORT',
    })
  // Other users of this machine must not be able to read the database.
  process.umask(0o077)
  // The service checks for it on startup.
  const tracing = await startTracing(environment)
  // What is not a terminal is a log: no key may lie there.
  const firstKeys = config.firstKeys ?? (isShown ? 'created' : 'none')
  const service = await startService({ ...config, firstKeys })
  const close = async () => {
    await service.close()
    // An unavailable collector must not make the shutdown look like a failure.
    await tracing
      ?.stop()
      .catch((error: unknown) =>
        console.error(
          `The last spans could not be sent: ${error instanceof Error ? error.message : String(error)}`,
        ),
      )
  }
  const reload = () =>
    service.reload(() => {
      const now = readEnvironment(given)
      return { settings: readConfig(now), needRestart: needRestart(environment, now) }
    })
  return { ...service, reload, close }
}

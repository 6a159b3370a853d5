import { readFileSync } from 'node:fs'

/**
 * Starts Node as the unit file of systemd does, beside what that sets for the service itself, for
 * which `environment` is.
 */
export const shippedStart = (
  environment: Record<string, string>,
): { nodeArguments: string[]; environment: Record<string, string> } => {
  const unit = readFileSync(
    new URL('../../../examples/deploy/plugboard.service', import.meta.url),
    'utf8',
  )
  const [, options] = /^ExecStart=\S+\/node ((?:--\S+ )+)/m.exec(unit) ?? []
  const memory = [...unit.matchAll(/\b(MALLOC_\w+)=(\d+)/g)].map(([, name, value]) => [name, value])
  if (options === undefined || memory.length === 0)
    throw new Error('plugboard.service no longer says how Node keeps its memory small')
  return {
    nodeArguments: options.trim().split(' '),
    environment: { ...Object.fromEntries(memory), ...environment },
  }
}

import type { CheckProof } from '../console/index.ts'
import type { Capability } from '../endpoint/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import { runCommand } from './command.ts'
import { createCommands, type AdminNeeds } from './commands.ts'
import { mountCommands } from './mount.ts'

/** What `plugboard admin` asks for: of a running service, or of a database in its own process. */
export const createAdmin = (
  platform: Platform,
  { checkProof, ...needs }: AdminNeeds & { checkProof: CheckProof },
) => {
  const commands = createCommands(platform, needs)
  return {
    api: {
      run: (name: string, given: unknown): Promise<object> => runCommand(commands, name, given),
    },
    mounts: [(app, { onError }) => mountCommands(app, { checkProof, commands, onError })],
  } satisfies Capability
}

export { extractBackup, readHeader, type BackupHeader } from './backup-file.ts'
export { commandProof } from './mount.ts'
export { moveDatabase, type Moved } from './move/move-database.ts'

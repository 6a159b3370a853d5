import { existsSync } from 'node:fs'
import { readConfig, type Config } from '../../service/index.ts'
import { FolderInUseError, lockFolder, openAdmin } from '../../service/open-admin.ts'
import { askService } from './ask-service.ts'
import { findAddress } from './find-address.ts'
import { findRootKeys } from './find-root-keys.ts'

export type AdminOptions = { url?: string; data: string; json: boolean }

/** The settings of the service, as the environment and the data folder have them. */
export const readAdminConfig = async ({ data }: AdminOptions): Promise<Config> => {
  const environment = { ...process.env, PLUGBOARD_DATA: data }
  const { metrics: _ofTheService, ...config } = readConfig(
    { ...environment, PLUGBOARD_ROOT_KEYS: await findRootKeys(data) },
    { PLUGBOARD_LOG_LEVEL: 'error' },
  )
  return config
}

/**
 * Runs a command: on PostgreSQL beside the nodes; on SQLite, whose file belongs to one process, in
 * the running service, or on the folder if no service runs.
 */
export const runAdmin = async (
  options: AdminOptions,
  command: string,
  given: object,
): Promise<object> => {
  const config = await readAdminConfig(options)
  if (options.url !== undefined)
    return askService({ url: options.url, ring: config.rootKeys, command, given })
  const admin = await openAdmin(config).catch((error: unknown) => {
    if (error instanceof FolderInUseError) return undefined
    throw error
  })
  if (!admin) {
    const url = await findAddress(options, config)
    return askService({ url, ring: config.rootKeys, command, given })
  }
  try {
    return await admin.run(command, given)
  } finally {
    await admin.close()
  }
}

/** Whether a process works on a data folder. */
export const isInUse = (folder: string): boolean => {
  if (!existsSync(folder)) return false
  try {
    lockFolder(folder)()
    return false
  } catch (error) {
    if (error instanceof FolderInUseError) return true
    throw error
  }
}

import type { Capability } from '../endpoint/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import type { SessionsApi } from '../sessions/index.ts'
import { workbenchMigrations } from './migrations.ts'
import { createSessionFiles } from './session-files.ts'
import { openWorkbench } from './workbench.ts'
import { workbenchRetention } from './retention.ts'

type Needs = { sessions: SessionsApi; computeMs: number | undefined }

/** The workbench, where models run code with the tools of their session. */
export const createWorkbench = (platform: Platform, { sessions, computeMs = 30_000 }: Needs) => {
  const files = createSessionFiles(platform)
  const workbench = openWorkbench({ ...platform, ...sessions, files, computeMs })
  return {
    api: { workbench },
    migrations: workbenchMigrations,
    retention: workbenchRetention(platform.kept),
    close: () => workbench?.close(),
  } satisfies Capability
}

import type { SessionConfig } from '../../contract/session-config.ts'
import type { Toolkit } from '../catalog/index.ts'
import type { Project } from '../endpoint/index.ts'
import type { SearchableTool } from '../search/index.ts'
import type { CustomTool, SessionExtras } from './custom-tools/custom-tool.ts'
import type { Policy } from './policy.ts'
import type { SessionToolkits } from './session-toolkits.ts'

/** A session ready for use: user, tools with versions, and rules. */
export type OpenSession = {
  id: string
  project: Project
  config: SessionConfig
  configVersion: number
  /** When it ends if it is not used again. */
  expiresAt: string
  /** That of the project when the session was created. */
  catalogStamp: number
  policy: Policy
  toolkits: SessionToolkits
  /**
   * All toolkits in the versions of the session's creation, including those that the rules exclude.
   */
  everyToolkit: ReadonlyMap<string, Toolkit>
  extras: SessionExtras
  /** Tools that run in the process of the session's owner, by slug. */
  customTools: ReadonlyMap<string, CustomTool>
  /** The same tools for searches; the array keeps its identity until they change. */
  searchableCustom: readonly SearchableTool[]
}

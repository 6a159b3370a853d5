import type { SessionConfig } from '../../contract/session-config.ts'
import type { Toolkit } from '../catalog/index.ts'
import type { Project } from '../endpoint/index.ts'
import type { SearchableTool } from '../search/index.ts'
import type { CustomTool, SessionExtras } from './custom-tools/custom-tool.ts'
import type { Policy } from './policy.ts'
import type { SessionToolkits } from './session-toolkits.ts'

/** A session ready for use: who, with which tools in which versions, under which rules. */
export type OpenSession = {
  id: string
  project: Project
  config: SessionConfig
  configVersion: number
  policy: Policy
  toolkits: SessionToolkits
  /**
   * Those too that the rules exclude, in the versions of the session's creation; what came later is
   * not there.
   */
  everyToolkit: ReadonlyMap<string, Toolkit>
  extras: SessionExtras
  /** Tools that run in the process of the session's owner, by slug. */
  customTools: ReadonlyMap<string, CustomTool>
  /** The same as searches see them: one array as long as they do not change. */
  searchableCustom: readonly SearchableTool[]
}

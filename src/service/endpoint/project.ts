import type { ProjectConfig } from '../../contract/projects.ts'
import type { DataKey } from '../platform/secrets/index.ts'

/** An isolated environment of an organization, as passed to requests and jobs. */
export type Project = {
  id: string
  organizationId: string
  name: string
  config: ProjectConfig
  /** The path of the cached copy of `config.logo_url`. */
  logo: string | null
  /** Incremented with every change of the project's toolkits. */
  catalogStamp: number
  /** Encrypts the data of this project. */
  dataKey: DataKey
}

import type { ProjectConfig } from '../../contract/projects.ts'
import type { DataKey } from '../platform/secrets/index.ts'

/** An isolated environment of an organization, as requests and jobs carry it. */
export type Project = {
  id: string
  organizationId: string
  name: string
  config: ProjectConfig
  /** The path of this service's copy of the image at `config.logo_url`. */
  logo: string | null
  /** Rises with every change of the project's toolkits. */
  catalogStamp: number
  /** Encrypts what belongs to this project alone. */
  dataKey: DataKey
}

import type { Project } from '../../endpoint/index.ts'

/** Whether learning from a project's calls, and using what was learned, is allowed. */
export const mayLearnFrom = ({ config }: Pick<Project, 'config'>): boolean =>
  config.log_visibility_setting === 'show_all'

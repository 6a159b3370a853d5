import type { Project } from '../../endpoint/index.ts'

/** Whether anything may be learned from a project's calls, and what was learned be used. */
export const learnsFrom = ({ config }: Pick<Project, 'config'>): boolean =>
  config.log_visibility_setting === 'show_all'

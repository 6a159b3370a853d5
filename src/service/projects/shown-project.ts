import type { Project } from '../endpoint/index.ts'

/**
 * A project as users see it. Its name is null where nobody gave it one: the first project of an
 * organization is called "default", which says nothing to a user.
 */
export const shownProject = (
  project: Project,
): { name: string | null; logoUrl: string | null } => ({
  name: project.config.display_name ?? (project.name === 'default' ? null : project.name),
  logoUrl: project.logo,
})

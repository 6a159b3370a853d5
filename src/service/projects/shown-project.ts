import type { ProjectConfig } from '../../contract/projects.ts'
import type { Project } from '../endpoint/index.ts'

/** A project as users see it. */
export type ShownProject = {
  /** Null: it was given none. */
  name: string | null
  logoUrl: string | null
  /** `#rrggbb`, in small letters; null: the colour of the service. */
  accent: string | null
  theme: NonNullable<ProjectConfig['page_theme']>
}

/**
 * A project as users see it. Its name is null where nobody gave it one: the first project of an
 * organization is called "default", which says nothing to a user.
 */
export const shownProject = ({ name, logo, config }: Project): ShownProject => ({
  name: config.display_name ?? (name === 'default' ? null : name),
  logoUrl: logo,
  accent: config.accent_color?.toLowerCase() || null,
  theme: config.page_theme ?? 'system',
})

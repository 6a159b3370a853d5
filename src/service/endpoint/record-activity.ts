import type { Activity } from '../../contract/activity.ts'
import type { Project } from './project.ts'

/** Something that no other table holds; what it is not about is left out. */
export type NewActivity = Partial<Omit<Activity, 'id' | 'at' | 'type' | 'event' | 'outcome'>> &
  Pick<Activity, 'outcome'> & { type: 'search' | 'refresh' | 'delivery' }

/**
 * Notes something for people who watch the project. Nobody waits for it, and it fails nobody's work.
 * Implemented in `activity`, which comes after those who call it.
 */
export type RecordActivity = (project: Project, activity: NewActivity) => void

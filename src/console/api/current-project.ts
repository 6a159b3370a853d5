import { signal } from '@preact/signals'

/** Id of the project in the address of the page; undefined outside projects. */
export const currentProject = signal<string | undefined>(undefined)

const beginning = /^\/console\/p\/([^/]+)/

/** Reads the project of an address of the console. */
export const projectOf = (path: string): string | undefined => beginning.exec(path)?.[1]

/**
 * The address of a page of the current project.
 *
 * @example toPage('logs', { status: 'error' }) // '/console/p/pr_1/logs?status=error'
 */
export const toPage = (page: string, query: Record<string, string | undefined> = {}): string => {
  const given = Object.entries(query).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  )
  const search = new URLSearchParams(given).toString()
  return `/console/p/${currentProject.value ?? ''}/${page}${search && `?${search}`}`
}

/** The first parts of the pages that there are; filled when the application starts. */
const knownPages = new Set<string>()

export const addPages = (paths: readonly string[]): void => {
  for (const path of paths) knownPages.add(path.split('/')[0] ?? '')
}

/** Whether there is a screen for a page, such as `users/ada`. */
export const hasPage = (page: string): boolean => knownPages.has(page.split('/')[0] ?? '')

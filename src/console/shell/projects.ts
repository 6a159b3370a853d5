import { signal } from '@preact/signals'
import type { EndpointResult } from '../../contract/endpoint.ts'
import type { projects as contract } from '../../contract/projects.ts'
import { client } from '../api/client.ts'

type ProjectItem = EndpointResult<typeof contract.list>['data'][number]

/** The projects of the organization, newest first; undefined until they are loaded. */
export const projects = signal<ProjectItem[] | undefined>(undefined)

const maximumShown = 1000

export const loadProjects = async (): Promise<ProjectItem[]> => {
  const { data } = await client.projects.list({ query: { limit: maximumShown } })
  projects.value = data
  return data
}

const rememberedKey = 'plugboard.project'

/** The project that was open last, if it still exists; otherwise the oldest. */
export const preferredProject = (all: readonly ProjectItem[]): ProjectItem | undefined =>
  all.find(({ id }) => id === localStorage.getItem(rememberedKey)) ?? all.at(-1)

export const rememberProject = (id: string): void => localStorage.setItem(rememberedKey, id)

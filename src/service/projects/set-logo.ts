import { logoPath, type Logos } from '../logos/index.ts'
import type { Projects } from './project.ts'

/**
 * Fetches the image at a project's `logo_url`; returns the problem to report to the project, if
 * any.
 */
export const createSetLogo =
  ({ projects, logos }: { projects: Projects; logos: Logos }) =>
  async (projectId: string, url: string | undefined): Promise<string[]> => {
    if (url === undefined) return []
    const fetched = await logos.fetch({ projectId }, url)
    const logo = 'logo' in fetched ? fetched.logo : undefined
    await projects.setLogo(projectId, logo ? logoPath(logo.hash) : null, async (transaction) => {
      await logos.deleteOthers(transaction, projectId, logo)
      if (logo) await logos.store(transaction, { projectId }, logo)
    })
    return 'problem' in fetched
      ? [`The logo of the project cannot be shown: ${fetched.problem}`]
      : []
  }

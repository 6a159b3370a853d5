import type { Capability } from '../endpoint/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import type { Projects } from '../projects/index.ts'
import { fileHandlers } from './handlers.ts'
import { mountFiles } from './mount-files.ts'
import { createUploads, type UploadLimits } from './uploads.ts'

type Needs = { projects: Projects; limits: UploadLimits | undefined }

/** Uploads for tools, and addresses of files in tool results. */
export const createFiles = (platform: Platform, { projects, limits }: Needs) => {
  const uploads = createUploads({ ...platform, projects, limits })
  return {
    api: { uploads },
    handlers: { files: fileHandlers({ uploads }) },
    mounts: [
      (app, { onError }) =>
        mountFiles(app, {
          files: platform.files,
          projects,
          receiveGranted: uploads.receiveGranted,
          onError,
        }),
    ],
  } satisfies Capability
}

export { defaultUploadLimits, type UploadLimits } from './uploads.ts'
export { parseFileName } from './content-disposition.ts'
export { keepFile, type ResultFile } from './keep-file.ts'
export type { Uploads } from './uploads.ts'

import type { contract } from '../../contract/contract.ts'
import type { Handlers } from '../endpoint/index.ts'
import type { Uploads } from './uploads.ts'

export const fileHandlers = ({
  uploads,
}: {
  uploads: Uploads
}): Handlers<typeof contract.files> => ({
  upload: async (
    { query: { filename = 'file', mimetype = '', md5 }, content },
    { project },
    { signal },
  ) => ({
    status: 201,
    body: await uploads.receive(project, content, { name: filename, mimetype, md5 }, signal),
  }),
  requestUpload: async ({ body: { filename, mimetype, md5 } }, { project }) => {
    const { s3key, url } = uploads.grant(project, { name: filename, mimetype, md5 })
    return {
      status: 201,
      body: {
        id: s3key,
        key: s3key,
        type: 'new',
        new_presigned_url: url,
        newPresignedUrl: url,
        metadata: { storage_backend: 's3' },
      },
    }
  },
})

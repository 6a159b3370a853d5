import { z } from 'zod'
import { id, time } from './common.ts'

/**
 * Answers about files. What published SDKs read of `files/upload/request` has closed enums there.
 */
export const ofFiles: Record<string, z.ZodType> = {
  'files.upload': z.object({
    s3key: id('file'),
    name: z.string(),
    mimetype: z.string(),
    size: z.int(),
    md5: z.string().length(32),
    sha256: z.string().length(64),
    expires_at: time,
  }),
  'files.requestUpload': z.object({
    id: z.string(),
    key: z.string(),
    type: z.enum(['new', 'existing', 'update']),
    new_presigned_url: z.url(),
    newPresignedUrl: z.url(),
    metadata: z.object({ storage_backend: z.enum(['s3', 'azure_blob_storage']) }),
  }),
}

import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'

const compressAsync = promisify(brotliCompress)
const decompressAsync = promisify(brotliDecompress)

/** Descriptions repeat themselves: a higher quality takes much longer and saves a few percent. */
const quality = 4

/** Both run on the threads of Node, so the service stays responsive. */
export const compress = (content: Uint8Array): Promise<Uint8Array> =>
  compressAsync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  })

/** Fails for content that is larger than it should be. */
export const decompress = (compressed: Uint8Array, size: number): Promise<Uint8Array> =>
  decompressAsync(compressed, { maxOutputLength: Math.max(size, 1) })

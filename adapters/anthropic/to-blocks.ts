import type { BetaToolResultBlockParam } from '@anthropic-ai/sdk/resources/beta/messages/messages'
import type { ShownResult } from '../../src/index.ts'

type Blocks = Exclude<NonNullable<BetaToolResultBlockParam['content']>, string>
type Image = Extract<Blocks[number], { type: 'image' }>
type ImageType = Extract<Image['source'], { type: 'base64' }>['media_type']

/** Converts what the model sees of a result to the content of a `tool_result`. */
export const toBlocks = ({ text, files }: ShownResult): string | Blocks =>
  files.length === 0
    ? text
    : [
        { type: 'text', text },
        ...files.map(({ mediaType, base64, name }): Blocks[number] =>
          isImageType(mediaType)
            ? { type: 'image', source: { type: 'base64', media_type: mediaType, data: base64 } }
            : {
                type: 'document',
                source: { type: 'base64', media_type: 'application/pdf', data: base64 },
                ...(name !== undefined && { title: name }),
              },
        ),
      ]

const isImageType = (mediaType: string): mediaType is ImageType => mediaType.startsWith('image/')

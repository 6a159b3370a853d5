import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client'
import type { Redactor } from '../../platform/redaction/index.ts'
import { plainText } from '../../platform/untrusted-text/index.ts'
import type { ToolCall } from '../execute-tool.ts'
import { storeFile } from '../store-file.ts'
import { toData } from '../read-response.ts'
import type { SendingParts } from '../sending-parts.ts'
import { quote } from '../../platform/quote.ts'

const maximumFiles = 20
const longestError = 500

/**
 * The result of an MCP tool as data: structured content unchanged, texts joined, images and the
 * like as files.
 */
export const readResult = async (
  parts: SendingParts,
  call: ToolCall,
  result: CallToolResult,
  redactor: Redactor,
): Promise<{ data: Record<string, unknown>; error: string | null }> => {
  const { content = [], structuredContent } = result
  const text = content.flatMap(textOf).join('\n')
  const files = await keepFiles(parts, call, content, redactor)
  const links = content.flatMap((block) =>
    block.type === 'resource_link'
      ? [
          {
            uri: block.uri,
            name: block.name,
            ...(block.description !== undefined && { description: block.description }),
          },
        ]
      : [],
  )
  const data = {
    ...(structuredContent === undefined
      ? text === ''
        ? {}
        : { text }
      : toData(structuredContent)),
    ...(files.length > 0 && { files }),
    ...(links.length > 0 && { links }),
  }
  if (!result.isError) return { data, error: null }
  const message = plainText(text, longestError)
  return {
    data,
    error: `${quote(call.toolkit.definition.name)} reports an error${message === '' ? '' : `: ${quote(message, longestError)}`}`,
  }
}

const textOf = (block: ContentBlock): string[] => {
  if (block.type === 'text') return [block.text]
  return block.type === 'resource' && 'text' in block.resource ? [block.resource.text] : []
}

type Binary = { base64: string; contentType: string | undefined; uri?: string }

const binaryOf = (block: ContentBlock): Binary[] => {
  if (block.type === 'image' || block.type === 'audio')
    return [{ base64: block.data, contentType: block.mimeType }]
  return block.type === 'resource' && 'blob' in block.resource
    ? [
        {
          base64: block.resource.blob,
          contentType: block.resource.mimeType,
          uri: block.resource.uri,
        },
      ]
    : []
}

const keepFiles = async (
  parts: SendingParts,
  { project, userId }: ToolCall,
  content: ContentBlock[],
  redactor: Redactor,
) => {
  const kept = []
  for (const { base64, contentType, uri } of content.flatMap(binaryOf).slice(0, maximumFiles)) {
    const file = await storeFile(
      parts,
      { project, userId },
      { bytes: Buffer.from(base64, 'base64'), contentType: mediaType(contentType) },
      redactor,
    )
    kept.push({ ...file, ...(uri !== undefined && { uri }) })
  }
  return kept
}

/** It becomes a header when the file is fetched. */
const mediaType = (given: string | undefined): string =>
  given !== undefined && /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(given)
    ? given.toLowerCase()
    : 'application/octet-stream'

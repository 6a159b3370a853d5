import type { Outbound, OutboundResponse } from '../../platform/outbound/index.ts'
import { publicMessage } from '../../platform/public-error.ts'
import type { TextParser } from '../../platform/untrusted-text/index.ts'
import { ServiceError } from '../../service-error.ts'
import { isJsonObject } from '../openapi/document/json-object.ts'
import { fetchText, hasText, type Fetching } from './fetch-text.ts'
import { parseDocument } from './parse-document.ts'

/** Fetches the text of a description. Throws a `ServiceError` if its server has none. */
export const fetchDescriptionText = async (
  outbound: Outbound,
  url: string,
  given: Fetching,
): Promise<OutboundResponse> => {
  const response = await fetchText(outbound, url, given).catch((cause: unknown) => {
    throw new ServiceError(
      'invalid_request',
      `The description could not be fetched: ${publicMessage(cause, 'no answer')}`,
      { cause },
    )
  })
  if (hasText(response, given.headers)) return response
  throw new ServiceError(
    'invalid_request',
    `The address of the description responded with ${response.status}`,
  )
}

export const isNoDescription = (problem: string) =>
  new ServiceError('invalid_request', `The description ${problem}`)

/** Parses a description whose copy is kept: a page that says that there is nothing replaces none. */
export const parseOfficial = async (texts: TextParser, body: Uint8Array): Promise<unknown> => {
  const document = await parseDocument(texts, body, isNoDescription)
  if (isJsonObject(document) && formats.some((field) => document[field] !== undefined))
    return document
  throw isNoDescription('is neither OpenAPI nor a Discovery document')
}

const formats = ['openapi', 'swagger', 'discoveryVersion']

/** The content that Standard Webhooks signs: id, timestamp and the bytes of the body. */
export const signedContent = (
  id: string,
  seconds: string,
  body: Uint8Array,
): Uint8Array<ArrayBuffer> => {
  const head = new TextEncoder().encode(`${id}.${seconds}.`)
  const content = new Uint8Array(head.length + body.length)
  content.set(head)
  content.set(body, head.length)
  return content
}

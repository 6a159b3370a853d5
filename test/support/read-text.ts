/** How long a stream of events may be silent before what it had to say is taken as said. */
const silenceMs = 100

/** The text of an answer; of a stream of events what it says at first, and then it is closed. */
export const readText = async (response: Response): Promise<string> => {
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
    return response.text()
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const silence = new AbortController()
    const next = await Promise.race([reader.read(), silent(silence.signal)])
    silence.abort()
    if (!next || next.done) break
    text += decoder.decode(next.value, { stream: true })
  }
  await reader.cancel()
  return text
}

const silent = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), silenceMs)
    signal.addEventListener('abort', () => clearTimeout(timer))
  })

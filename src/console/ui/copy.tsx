import { useState } from 'preact/hooks'
import type { CopyTexts } from '../api/copy-texts.ts'
import { Icon } from './icon.tsx'
import { toast } from './toast.tsx'

const copy = (text: string, what: string): void => {
  navigator.clipboard.writeText(text).then(
    () => toast(`Copied ${what}`),
    () => toast('The browser does not allow copying here: select the text instead'),
  )
}

/** Copies a text. `what` completes "Copy …". */
export const CopyButton = ({ text, what }: { text: string; what: string }) => (
  <button
    type="button"
    class="plain"
    aria-label={`Copy ${what}`}
    title={`Copy ${what}`}
    onClick={() => copy(text, what)}
  >
    <Icon name="copy" />
  </button>
)

/** A text that is to be copied: a command, an address, a configuration. */
export const Code = ({ text, what = 'this' }: { text: string; what?: string }) => (
  <div class="code">
    <pre tabIndex={0} aria-label={what}>
      {text}
    </pre>
    <CopyButton text={text} what={what} />
  </div>
)

/** The same request in several forms, to take along: as curl, TypeScript, MCP configuration. */
export const CopyAs = ({ curl, typescript, mcp }: CopyTexts & { mcp?: string }) => {
  const forms = [
    ['curl', curl],
    ['TypeScript', typescript],
    ...(mcp === undefined ? [] : [['MCP configuration', mcp]]),
  ] as const
  const [chosen, setChosen] = useState(0)
  const [name = '', text = ''] = forms[chosen] ?? []
  return (
    <details class="copy-as">
      <summary>
        <Icon name="copy" /> Copy as
      </summary>
      <div class="choices" role="group" aria-label="Form">
        {forms.map(([form], index) => (
          <button
            key={form}
            type="button"
            aria-pressed={index === chosen}
            onClick={() => setChosen(index)}
          >
            {form}
          </button>
        ))}
      </div>
      <Code text={text} what={name} />
    </details>
  )
}

import { useState } from 'preact/hooks'
import { Code } from './copy.tsx'

/** How one client is told of an MCP address. */
export type ClientConfig = { name: string; says: string; text: string }

/** Configurations of MCP clients to copy, of which one is shown. */
export const Configurations = ({ of }: { of: readonly ClientConfig[] }) => {
  const [chosen, setChosen] = useState(0)
  const { name, text, says } = of[chosen] ?? { name: '', text: '', says: '' }
  return (
    <div>
      <div class="choices" role="group" aria-label="Client">
        {of.map((config, index) => (
          <button
            key={config.name}
            type="button"
            aria-pressed={index === chosen}
            onClick={() => setChosen(index)}
          >
            {config.name}
          </button>
        ))}
      </div>
      <p class="quiet">{says}</p>
      <Code text={text} what={`configuration for ${name}`} />
    </div>
  )
}

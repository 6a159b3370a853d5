import { paletteOf, type Look } from '../hosted/look.ts'

/** The page around the element, which has the style of its own but for the colours of a project. */
export const stylesOf = (look: Look): string => {
  const scheme = look.theme === 'system' ? 'light dark' : look.theme
  const accent = `light-dark(${paletteOf('light', look).accent}, ${paletteOf('dark', look).accent})`
  return `:root { color-scheme: ${scheme}; --plugboard-accent: ${accent} }\n${rules}`
}

const rules = `
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; background: light-dark(#f3f4f6, #101215); color: light-dark(#1c2024, #eef0f3); font: 1rem/1.5 system-ui, sans-serif }
main { width: min(44rem, 100vw - 2rem); margin: 0 auto; padding: clamp(1rem, 6vh, 4rem) 0; overflow-wrap: anywhere }
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.25 }
header:not([hidden]) { display: flex; gap: 0.75rem; align-items: center; margin: 0 0 1rem; font-weight: 600 }
header img { width: 2.5rem; height: 2.5rem; object-fit: contain; border-radius: 0.5rem }
p { margin: 0 }
#whose { margin: 0 0 1rem; padding: 0.75rem 1rem; border-left: 4px solid var(--plugboard-accent); background: light-dark(#ffffff, #1b1e23); border-radius: 0.25rem }
#whose p + p { margin-top: 0.5rem }
#whose-user { padding: 0 0.25rem; background: light-dark(#f3f4f6, #101215); border: 1px solid light-dark(#85888e, #7d8590); border-radius: 0.25rem; -webkit-box-decoration-break: clone; box-decoration-break: clone }
plugboard-connections { color-scheme: inherit; --plugboard-padding: clamp(1rem, 4vw, 1.5rem); --plugboard-radius: 0.75rem }
`.trimStart()

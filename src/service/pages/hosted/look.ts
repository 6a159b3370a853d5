import { z } from 'zod'
import type { ShownProject } from '../../projects/index.ts'
import { readableColor } from './readable-color.ts'

/** How a project wants pages to look. */
export type Look = Pick<ShownProject, 'accent' | 'theme'>

/** Of the service's own pages, whose policy allows no style in the page itself. */
export const stylesAddress = (look: Look | undefined): string => {
  const query = new URLSearchParams()
  if (look?.accent) query.set('accent', look.accent.slice(1))
  if (look && look.theme !== 'system') query.set('theme', look.theme)
  return `/connect/styles.css${query.size > 0 ? `?${query}` : ''}`
}

const lookQuery = z.object({
  accent: z
    .string()
    .regex(/^[0-9a-f]{6}$/)
    .transform((digits) => `#${digits}`)
    .nullable()
    .catch(null),
  theme: z.enum(['system', 'light', 'dark']).catch('system'),
})

/** The look that the address of a stylesheet names; what is none of ours is left out. */
export const lookOf = (query: Record<string, string>): Look =>
  lookQuery.parse({ accent: query['accent'] ?? null, theme: query['theme'] })

const palettes = {
  light: {
    ink: '#1c2024',
    quiet: '#5a6169',
    paper: '#ffffff',
    ground: '#f3f4f6',
    line: '#85888e',
    accent: '#1f4fd8',
    'on-accent': '#ffffff',
    bad: '#b42318',
    good: '#0b6b3a',
  },
  dark: {
    ink: '#eef0f3',
    quiet: '#b3bac4',
    paper: '#1b1e23',
    ground: '#101215',
    line: '#7d8590',
    accent: '#9db8ff',
    'on-accent': '#0d1530',
    bad: '#ff9d94',
    good: '#7fdca4',
  },
}

/** The colours of a brightness, with an accent that can be read on it. */
export const paletteOf = (brightness: keyof typeof palettes, { accent }: Look) => {
  const palette = palettes[brightness]
  return accent === null
    ? palette
    : { ...palette, accent: readableColor(accent, palette.paper, palette.ground) }
}

export type Tone = 'good' | 'bad' | 'warn' | 'neutral' | 'accent'

/** A short state. Its text says it: colour alone never does. */
export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: string }) => (
  <span class={`badge ${tone}`}>{children}</span>
)

const tones: Record<string, Tone> = {
  success: 'good',
  active: 'good',
  approved: 'good',
  passed: 'good',
  delivered: 'good',
  enabled: 'good',
  error: 'bad',
  failed: 'bad',
  denied: 'bad',
  expired: 'bad',
  pending: 'warn',
  initiated: 'warn',
  initializing: 'warn',
  inactive: 'neutral',
  disabled: 'neutral',
}

/** The badge of a status of the interface, such as `ACTIVE` or `error`. */
export const Status = ({ of }: { of: string }) => (
  <Badge tone={tones[of.toLowerCase()] ?? 'neutral'}>{of.toLowerCase().replaceAll('_', ' ')}</Badge>
)

import { Badge } from '../../ui/badge.tsx'

/** How a suite ended, in the words of its report. */
export const Outcome = ({ of }: { of: string }) => (
  <Badge tone={of === 'passed' ? 'good' : of === 'infrastructure' ? 'warn' : 'bad'}>
    {of.replaceAll('-', ' ')}
  </Badge>
)

/** The kinds of activity. A file of its own: the console loads them, and no zod. */
export const activityTypes = [
  'call',
  'search',
  'refresh',
  'delivery',
  'account',
  'approval',
  'trigger',
  'toolkit',
  'subscription',
] as const

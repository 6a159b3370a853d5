import type { Comment, Label, NewIssue, Project, User } from './schemas.ts'

/** The initial content of the tracker: a product team some weeks into its work. */

export const seedUsers = [
  { username: 'ada', name: 'Ada Okafor', email: 'ada@tracker.example' },
  { username: 'bruno', name: 'Bruno Keller', email: 'bruno@tracker.example' },
  { username: 'chioma', name: 'Chioma Silva', email: 'chioma@tracker.example' },
  { username: 'dmitri', name: 'Dmitri Larsen', email: 'dmitri@tracker.example' },
] as const satisfies readonly User[]

export type Username = (typeof seedUsers)[number]['username']

export const seedProjects: Omit<Project, 'open_issues'>[] = [
  { slug: 'web', name: 'Web app', description: 'The customer dashboard in the browser' },
  { slug: 'mobile', name: 'Mobile apps', description: 'The iOS and Android apps' },
  { slug: 'billing', name: 'Billing', description: 'Invoices, payments and plans' },
]

export const seedLabels: Label[] = [
  { name: 'bug', color: '#d73a4a', description: 'Something does not work' },
  { name: 'feature', color: '#0e8a16', description: 'Something new' },
  { name: 'performance', color: '#fbca04', description: 'Works, but too slowly' },
  { name: 'security', color: '#b60205', description: 'May harm our customers' },
  { name: 'design', color: '#c5def5', description: 'Needs a designer' },
  { name: 'docs', color: '#0075ca', description: 'Words, not code' },
  { name: 'good first issue', color: '#7057ff', description: 'A fine place to begin' },
]

/** Oldest first. */
export const seedIssues: (NewIssue & { author: Username; ageInHours: number; closed?: boolean })[] =
  [
    {
      project: 'web',
      title: 'Login page stays blank in Safari 17',
      body: 'Since the last release the login page shows nothing in Safari 17:\n\n1. Open a private window\n2. Go to /login\n\nOthers work.',
      labels: ['bug'],
      assignee: 'bruno',
      priority: 'urgent',
      author: 'chioma',
      ageInHours: 912,
      closed: true,
    },
    {
      project: 'billing',
      title: 'Invoices round VAT twice',
      body: 'VAT is rounded on every line and again on the sum, so totals are off by a cent. Three customers complained.',
      labels: ['bug'],
      assignee: 'ada',
      priority: 'high',
      author: 'dmitri',
      ageInHours: 744,
    },
    {
      project: 'mobile',
      title: 'Dark mode for the settings screen',
      body: 'Every other screen follows the system theme. Settings is still white.',
      labels: ['feature', 'design'],
      assignee: null,
      priority: 'low',
      author: 'ada',
      ageInHours: 690,
    },
    {
      project: 'web',
      title: 'Dashboard takes 9 seconds to load for large accounts',
      body: 'Accounts with more than 10,000 orders wait for one query without an index. A page of 50 orders would be enough at first.',
      labels: ['performance'],
      assignee: 'bruno',
      priority: 'high',
      author: 'bruno',
      ageInHours: 520,
    },
    {
      project: 'mobile',
      title: 'Android app crashes when the camera permission is refused',
      body: 'Scan a receipt, refuse the permission: the app closes. Seen on Android 13 and 14.',
      labels: ['bug'],
      assignee: 'dmitri',
      priority: 'high',
      author: 'chioma',
      ageInHours: 410,
    },
    {
      project: 'billing',
      title: 'Let customers change from monthly to yearly plans',
      body: 'Support does this by hand about twenty times a month. The rest of the month should be credited.',
      labels: ['feature'],
      assignee: 'ada',
      priority: 'medium',
      author: 'chioma',
      ageInHours: 365,
    },
    {
      project: 'web',
      title: 'Password reset links never expire',
      body: 'A link from March still works. They should live for one hour and work once.',
      labels: ['bug', 'security'],
      assignee: 'dmitri',
      priority: 'urgent',
      author: 'ada',
      ageInHours: 240,
    },
    {
      project: 'web',
      title: 'Export of orders as CSV breaks on commas in names',
      body: 'Names such as "Miller, Sons & Co" move every following column by one.',
      labels: ['bug', 'good first issue'],
      assignee: null,
      priority: 'medium',
      author: 'dmitri',
      ageInHours: 171,
    },
    {
      project: 'billing',
      title: 'Retry failed card payments after three days',
      body: 'A quarter of failed payments succeed at a second try. At present we mail the customer at once.',
      labels: ['feature'],
      assignee: null,
      priority: 'medium',
      author: 'bruno',
      ageInHours: 120,
    },
    {
      project: 'mobile',
      title: 'Push notifications arrive twice on iOS',
      body: 'Only for users who installed the app again. The old device token is probably still registered.',
      labels: ['bug'],
      assignee: 'dmitri',
      priority: 'medium',
      author: 'ada',
      ageInHours: 75,
    },
    {
      project: 'web',
      title: 'Explain API keys in the help center',
      body: 'The page still shows the old settings menu.',
      labels: ['docs', 'good first issue'],
      assignee: null,
      priority: 'low',
      author: 'chioma',
      ageInHours: 49,
    },
    {
      project: 'mobile',
      title: 'Offline mode loses edited notes',
      body: 'Edit a note without a connection, close the app, connect again: the edit is gone.',
      labels: ['bug'],
      assignee: 'bruno',
      priority: 'urgent',
      author: 'dmitri',
      ageInHours: 20,
    },
  ]

export const seedComments: Pick<Comment, 'issue_id' | 'author' | 'body'>[] = [
  {
    issue_id: 'WEB-1',
    author: 'bruno',
    body: 'A lookbehind in the email check. Safari reads it from 16.4 on, but our polyfill rewrites it wrongly.',
  },
  {
    issue_id: 'WEB-1',
    author: 'chioma',
    body: 'Fixed for me in the preview build.',
  },
  {
    issue_id: 'BILLING-1',
    author: 'ada',
    body: 'Rounding only the sum is what the tax office expects. I will change the lines to exact amounts.',
  },
  {
    issue_id: 'WEB-2',
    author: 'ada',
    body: 'An index on (account_id, created_at) brings it to 300 ms on a copy of the data.',
  },
  {
    issue_id: 'MOBILE-2',
    author: 'dmitri',
    body: 'The result of the permission dialog is never read. I have a fix on my branch.',
  },
  {
    issue_id: 'WEB-3',
    author: 'dmitri',
    body: 'Links will get a timestamp and a mark when used. Old links stop working with the release.',
  },
]

/** A call of a plan. `"$0.issues[0].id"` is a part of the result of call 0. */
export type PlannedCall = { slug: string; arguments: Record<string, unknown> }

/** A task, and how a model that makes no mistake does it: each list of calls is one step. */
export type Plan = {
  task: string
  /** What the model searches for, a query a step. */
  queries: string[]
  steps: PlannedCall[][]
  /** What code that does it all returns: an expression over the results `r`. */
  returns: string
}

const list = (filter: Record<string, unknown>): PlannedCall => ({
  slug: 'TRACKER_LIST_ISSUES',
  arguments: filter,
})
const comment = (issue: string, body: string): PlannedCall => ({
  slug: 'TRACKER_ADD_COMMENT_TO_ISSUE',
  arguments: { issue_id: issue, body },
})

/** The plans; `label` is that of a label that none of them has made yet. */
export const plansWith = (label: string): readonly Plan[] => [
  {
    task: 'Comment on the newest open issue of the web project that we are looking into it',
    queries: ['list the issues of a project', 'add a comment to an issue'],
    steps: [
      [list({ project: 'web', state: 'open' })],
      [comment('$0.issues[0].id', 'We are looking into it.')],
    ],
    returns: 'r[1].id',
  },
  {
    task: 'Create an issue about the broken door and close it with a comment',
    queries: ['create an issue', 'close an issue'],
    steps: [
      [{ slug: 'TRACKER_CREATE_ISSUE', arguments: { title: 'The door is broken' } }],
      [
        {
          slug: 'TRACKER_CLOSE_ISSUE',
          arguments: { issue_id: '$0.id', comment: 'Repaired in the meantime' },
        },
      ],
    ],
    returns: 'r[1].state',
  },
  {
    task: 'Make the two newest open issues of billing urgent',
    queries: ['list the issues of a project', 'update the priority of an issue'],
    steps: [
      [list({ project: 'billing', state: 'open' })],
      [0, 1].map((at) => ({
        slug: 'TRACKER_UPDATE_ISSUE',
        arguments: { issue_id: `$0.issues[${at}].id`, body: { priority: 'urgent' } },
      })),
    ],
    returns: 'r.slice(1).map(({ id, priority }) => ({ id, priority }))',
  },
  {
    task: 'Summarize the discussion of the newest issue of the web project',
    queries: ['list the issues of a project', 'list the comments of an issue'],
    steps: [
      [list({ project: 'web' })],
      [{ slug: 'TRACKER_LIST_COMMENTS_OF_ISSUE', arguments: { issue_id: '$0.issues[0].id' } }],
    ],
    returns: 'r[1]',
  },
  {
    task: `Create the label "${label}" and put it on the newest bug of the web project`,
    queries: ['create a label', 'list issues with a label', 'update the labels of an issue'],
    steps: [
      [
        {
          slug: 'TRACKER_CREATE_LABEL',
          arguments: { name: label, color: '#123456', description: 'In Safari only' },
        },
        list({ project: 'web', label: ['bug'] }),
      ],
      [
        {
          slug: 'TRACKER_UPDATE_ISSUE',
          arguments: { issue_id: '$1.issues[0].id', body: { labels: ['bug', label] } },
        },
      ],
    ],
    returns: 'r[2].labels',
  },
  {
    task: 'Who am I, and which of my open issues is the newest?',
    queries: ['get the current user', 'list issues by assignee', 'get an issue'],
    steps: [
      [{ slug: 'TRACKER_GET_CURRENT_USER', arguments: {} }],
      [list({ state: 'open', assignee: '$0.username' })],
      [{ slug: 'TRACKER_GET_ISSUE', arguments: { issue_id: '$1.issues[0].id' } }],
    ],
    returns: 'r[2].title',
  },
  {
    task: 'Count the open issues of each project',
    queries: ['list projects', 'list the issues of a project'],
    steps: [
      [{ slug: 'TRACKER_LIST_PROJECTS', arguments: {} }],
      ['web', 'mobile', 'billing'].map((project) => list({ project, state: 'open' })),
    ],
    returns: 'r.slice(1).map(({ total }) => total)',
  },
  {
    task: 'Open an issue for each of the three apps that the certificate expires',
    queries: ['list projects', 'create an issue'],
    steps: [
      [{ slug: 'TRACKER_LIST_PROJECTS', arguments: {} }],
      ['web', 'mobile', 'billing'].map((project) => ({
        slug: 'TRACKER_CREATE_ISSUE',
        arguments: { title: 'The certificate expires in May', project, priority: 'high' },
      })),
    ],
    returns: 'r.slice(1).map(({ id }) => id)',
  },
  {
    task: 'Assign the newest open bug of mobile to bruno, and tell him in a comment',
    queries: [
      'list issues with a label',
      'assign an issue to somebody',
      'add a comment to an issue',
    ],
    steps: [
      [list({ project: 'mobile', state: 'open' })],
      [
        {
          slug: 'TRACKER_UPDATE_ISSUE',
          arguments: { issue_id: '$0.issues[0].id', body: { assignee: 'bruno' } },
        },
      ],
      [comment('$0.issues[0].id', 'Bruno, this one is yours.')],
    ],
    returns: 'r[2].id',
  },
  {
    task: 'Find the urgent issues, read what was said about the first, and ask for news there',
    queries: [
      'search issues by priority',
      'list the comments of an issue',
      'add a comment to an issue',
    ],
    steps: [
      [{ slug: 'TRACKER_SEARCH_ISSUES', arguments: { priorities: ['urgent'] } }],
      [{ slug: 'TRACKER_LIST_COMMENTS_OF_ISSUE', arguments: { issue_id: '$0.issues[0].id' } }],
      [comment('$0.issues[0].id', 'Is there any news?')],
    ],
    returns: 'r[2].id',
  },
]

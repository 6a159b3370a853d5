import {
  addTools,
  createSearchIndex,
  search,
  type SearchableTool,
  type SearchIndex,
  type SearchRequest,
} from '../../../../src/service/search/engine/index.ts'

/** A tool by its slug, what it does and its parameters; one that ends in `!` is required. */
export const tool = (
  slug: string,
  description: string,
  parameters: readonly string[] = [],
  more: Partial<SearchableTool> = {},
): SearchableTool => {
  const [toolkit = '', ...words] = slug.toLowerCase().split('_')
  return {
    slug,
    toolkit,
    name: words.join(' '),
    description,
    parameters: parameters.map((name) => ({
      name: name.replace('!', ''),
      required: name.endsWith('!'),
    })),
    ...more,
  }
}

/** Some tools of some apps, with the siblings and namesakes that searches have to keep apart. */
export const tools: SearchableTool[] = [
  tool('TRACKER_LIST_ISSUES', 'Lists the issues of a project', [
    'project_key!',
    'state',
    'assignee',
  ]),
  tool('TRACKER_LIST_COMMENTS_OF_ISSUE', 'Lists the comments of an issue', ['issue_id!']),
  tool('TRACKER_CREATE_ISSUE', 'Creates an issue in a project', [
    'project_key!',
    'title!',
    'body',
    'labels',
  ]),
  tool('TRACKER_UPDATE_ISSUE', 'Changes an issue', ['issue_id!', 'title', 'body']),
  tool('TRACKER_DELETE_ISSUE', 'Deletes an issue for good', ['issue_id!']),
  tool('TRACKER_SEARCH_PROJECTS', 'Finds projects by their names', ['text!'], {
    outputs: ['project_key', 'name'],
  }),
  tool(
    'GOOGLECALENDAR_CREATE_EVENT',
    'Creates an event in a calendar',
    ['calendar_id!', 'start_time!', 'attendees'],
    { toolkitName: 'Google Calendar' },
  ),
  tool('GOOGLECALENDAR_LIST_CALENDARS', 'Lists the calendars of the user', [], {
    toolkitName: 'Google Calendar',
  }),
  tool(
    'GITHUB_CREATE_PULL_REQUEST',
    'Opens a pull request',
    ['owner!', 'repo!', 'head!', 'base!'],
    { toolkitName: 'GitHub' },
  ),
  tool('GITHUB_STAR_REPOSITORY', 'Stars a repository', ['owner!', 'repo!'], {
    toolkitName: 'GitHub',
  }),
  tool('CHAT_SEND_MESSAGE', 'Posts a message to a channel', ['channel_name!', 'text!'], {
    tags: ['collaboration'],
  }),
  tool('CHAT_LIST_CHANNELS', 'Lists channels', []),
  tool('MAIL_SEND_MESSAGE', 'Sends an e-mail message', ['recipient!', 'subject', 'text!']),
  tool('SKY_FORECAST', 'Weather forecast for a place', ['place!', 'days']),
  tool('MOVIES_SEARCH_MOVIE', 'Finds movies by title', ['title!'], {
    outputs: ['movie_id', 'title'],
  }),
  tool('MOVIES_GET_CREDITS', 'Cast and crew', ['movie_id!']),
  tool('MOVIES_RATE', 'Rates a film', ['movie_id!', 'stars!']),
  tool('NOTES_SUCHE', 'Durchsucht Notizen nach Wörtern, auch über Umlaute', ['begriff!']),
  tool('TENKI_GET', '指定した都市の現在の天気と気温を取得します', ['都市!']),
]

export const index: SearchIndex = addTools(createSearchIndex(), tools)

/** Slugs found for a use case, best first. */
export const find = (
  useCase: string,
  request: Partial<SearchRequest> = {},
  among: SearchIndex = index,
): string[] => search(among, { useCase, limit: 5, ...request }).primary.map(({ slug }) => slug)

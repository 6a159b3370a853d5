import { readSearchableTools, type SearchData } from './data.ts'

/** Each tool: toolkit, name, description, parameters; one that ends in `!` is required. */
const tools: [string, string, string, string][] = [
  ['tracker', 'create issue', 'Files a new issue in a project', 'project! title! body labels'],
  [
    'tracker',
    'update issue',
    'Changes title, text or state of an issue',
    'issue_id! title body state',
  ],
  ['tracker', 'list issues', 'Lists the issues of a project', 'project! state assignee'],
  ['tracker', 'add comment', 'Writes a comment on an issue', 'issue_id! body!'],
  ['tracker', 'delete comment', 'Removes a comment from an issue', 'comment_id!'],
  [
    'calendar',
    'create event',
    'Puts an event with guests into a calendar',
    'title! start! end! attendees',
  ],
  ['calendar', 'list events', 'Lists the events between two times', 'from! to!'],
  ['calendar', 'cancel event', 'Cancels an event and notifies its guests', 'event_id! message'],
  [
    'calendar',
    'find free time',
    'Finds slots in which all people are free',
    'attendees! duration!',
  ],
  ['mail', 'send email', 'Sends an email to recipients', 'to! subject! body! attachments'],
  ['mail', 'search messages', 'Finds email messages by sender, subject or words', 'query! folder'],
  ['mail', 'reply to message', 'Answers an email message', 'message_id! body!'],
  ['mail', 'create label', 'Makes a label for messages', 'name!'],
  ['chat', 'post message', 'Posts a text to a channel', 'channel! text!'],
  ['chat', 'list channels', 'Lists the channels of the workspace', ''],
  ['chat', 'invite user', 'Adds a person to a channel', 'channel! user!'],
  ['drive', 'upload file', 'Stores a file in a folder', 'folder name! content!'],
  ['drive', 'share file', 'Gives a person access to a file', 'file_id! email! role'],
  ['drive', 'list files', 'Lists the files of a folder', 'folder!'],
  ['billing', 'create invoice', 'Makes an invoice for a customer', 'customer! amount! currency'],
  ['billing', 'refund payment', 'Gives the money of a payment back', 'payment_id! amount'],
  ['billing', 'list customers', 'Lists customers with their balance', 'email'],
  ['weather', 'get forecast', 'Weather of the next days at a place', 'city! days'],
  ['weather', 'get air quality', 'Particles and ozone at a place', 'city!'],
  ['maps', 'get directions', 'Route between two places', 'origin! destination! mode'],
  ['maps', 'find places', 'Restaurants, shops and sights near a place', 'query! near'],
  [
    'code',
    'open pull request',
    'Proposes the commits of a branch for review',
    'repository! head! base! title',
  ],
  ['code', 'merge pull request', 'Merges a pull request', 'repository! number!'],
  ['code', 'list commits', 'History of a branch', 'repository! branch'],
  ['forms', 'list responses', 'Answers that people gave to a form', 'form_id!'],
]

/** What a person asks, and the tools that it needs. */
const queries: [string, ...string[]][] = [
  ['file a bug report about the login page', 'TRACKER_CREATE_ISSUE'],
  ['close issue 41', 'TRACKER_UPDATE_ISSUE'],
  ['which issues are open in the website project', 'TRACKER_LIST_ISSUES'],
  ['comment on the issue that it is fixed', 'TRACKER_ADD_COMMENT'],
  ['schedule a meeting with Ada tomorrow at ten', 'CALENDAR_CREATE_EVENT'],
  ['what is on my calendar this week', 'CALENDAR_LIST_EVENTS'],
  ['when are all of us free for an hour', 'CALENDAR_FIND_FREE_TIME'],
  ['cancel the event on Friday', 'CALENDAR_CANCEL_EVENT'],
  ['send an email to the team', 'MAIL_SEND_EMAIL'],
  ['find emails from the landlord', 'MAIL_SEARCH_MESSAGES'],
  ['reply to the last message of Bob', 'MAIL_REPLY_TO_MESSAGE'],
  ['post hello in the general channel', 'CHAT_POST_MESSAGE'],
  ['add Grace to the design channel', 'CHAT_INVITE_USER'],
  ['upload the report as a file', 'DRIVE_UPLOAD_FILE'],
  ['share the file with a colleague', 'DRIVE_SHARE_FILE'],
  ['bill a customer 200 euros', 'BILLING_CREATE_INVOICE'],
  ['refund the payment of an angry customer', 'BILLING_REFUND_PAYMENT'],
  ['will it rain in Oslo tomorrow', 'WEATHER_GET_FORECAST'],
  ['how is the air in Delhi', 'WEATHER_GET_AIR_QUALITY'],
  ['how do I get from the station to the museum', 'MAPS_GET_DIRECTIONS'],
  ['restaurants near the office', 'MAPS_FIND_PLACES'],
  ['open a pull request for my branch', 'CODE_OPEN_PULL_REQUEST'],
  ['merge PR 12', 'CODE_MERGE_PULL_REQUEST'],
  ['who changed what on the main branch', 'CODE_LIST_COMMITS'],
  ['find the invoice mail and upload its file', 'MAIL_SEARCH_MESSAGES', 'DRIVE_UPLOAD_FILE'],
  ['create an issue and post a message about it', 'TRACKER_CREATE_ISSUE', 'CHAT_POST_MESSAGE'],
]

/** A small catalogue with questions, written for this repository: what `npm test` ranks. */
export const exampleData: SearchData = {
  tools: readSearchableTools(
    tools.map(([toolkit, name, description, parameters]) => {
      const names = parameters.split(' ').filter((parameter) => parameter !== '')
      return {
        id: `${toolkit}_${name.replaceAll(' ', '_')}`.toUpperCase(),
        toolkit,
        name,
        description,
        parameters: {
          properties: Object.fromEntries(names.map((each) => [each.replace('!', ''), {}])),
          required: names.filter((each) => each.endsWith('!')).map((each) => each.slice(0, -1)),
        },
        source: 'example',
      }
    }),
  ),
  queries: queries.map(([query, ...gold], index) => ({
    id: `example-${index + 1}`,
    query,
    gold,
    source: 'example',
  })),
}

/** What people ask agents for, in operations of one API that is about everything. */
export const everydayOperations: Record<string, string> = {
  createInvoice: 'Create an invoice for a customer',
  refundCharge: 'Refund a charge that was paid by card',
  listSubscriptions: 'List the subscriptions of a customer',
  inviteMember: 'Invite a person to the team',
  removeMember: 'Remove a person from the team',
  createEvent: 'Create an event in a calendar',
  findBusyTimes: 'Find out when people are busy',
  sendMessage: 'Send a message to a channel',
  uploadFile: 'Upload a file to a folder',
  shareFile: 'Share a file with other people',
  createIssue: 'Create an issue in a repository',
  mergePullRequest: 'Merge a pull request',
  listDeployments: 'List deployments of an application',
  rollBack: 'Roll an application back to the version before',
  listAlerts: 'List alerts that are firing',
  createContact: 'Create a contact with phone number and address',
  translateText: 'Translate a text into another language',
  getForecast: 'Get the weather forecast of a place',
  createPlaylist: 'Create a playlist of songs',
  trackParcel: 'Track a parcel on its way',
}

/** The description of an API with these operations. */
export const describeOperations = (operations: Record<string, string>) => ({
  openapi: '3.1.0',
  info: { title: 'Everything', version: '1' },
  servers: [{ url: 'https://everything.example' }],
  paths: Object.fromEntries(
    Object.entries(operations).map(([operationId, summary]) => [
      `/${operationId}`,
      { post: { operationId, summary, responses: { 200: { description: 'ok' } } } },
    ]),
  ),
})

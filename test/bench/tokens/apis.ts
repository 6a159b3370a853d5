/** A call that lists things, and what an agent wants to know of them. */
export type MeasuredCall = {
  /** In the folder `apis` of the collected data. */
  file: string
  tool: string
  select: string
}

export const calls: readonly MeasuredCall[] = [
  {
    file: 'asana.yaml',
    tool: 'ASANA_GET_TASKS_FROM_PROJECT',
    select: 'data[].{gid: gid, name: name}',
  },
  {
    file: 'digitalocean.json',
    tool: 'DIGITALOCEAN_LIST_ALL_DROPLETS',
    select:
      'droplets[].{name: name, status: status, region: region.slug, ip: networks.v4[0].ip_address}',
  },
  {
    file: 'discord.json',
    tool: 'DISCORD_LIST_MESSAGES',
    select: 'items[].{by: author.username, at: timestamp, text: content}',
  },
  {
    file: 'googlecalendar.json',
    tool: 'GOOGLECALENDAR_LIST_EVENTS',
    select: 'items[].{summary: summary, start: start.dateTime, guests: attendees[].email}',
  },
  {
    file: 'intercom.yaml',
    tool: 'INTERCOM_LIST_ALL_CONVERSATIONS',
    select: 'conversations[].{id: id, title: title, state: state, updated: updated_at}',
  },
  {
    file: 'pagerduty.json',
    tool: 'PAGERDUTY_LIST_INCIDENTS',
    select: 'incidents[].{id: id, title: title, status: status, urgency: urgency}',
  },
  {
    file: 'sentry.json',
    tool: 'SENTRY_LIST_ORGANIZATION_ISSUES',
    select: 'items[].{id: shortId, title: title, count: count, seen: lastSeen}',
  },
  {
    file: 'spotify.yaml',
    tool: 'SPOTIFY_LIST_PLAYLIST_TRACKS',
    select: 'items[].track.{name: name, artists: artists[].name}',
  },
  {
    file: 'stripe.json',
    tool: 'STRIPE_LIST_CHARGES',
    select: 'data[].{id: id, amount: amount, currency: currency, status: status}',
  },
  {
    file: 'zoom.json',
    tool: 'ZOOM_LIST_USER_MEETINGS',
    select: 'meetings[].{id: id, topic: topic, start: start_time}',
  },
]

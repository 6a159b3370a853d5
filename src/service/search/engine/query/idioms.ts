/**
 * How people ask for the operations of everyday tools without naming them: the words that names of
 * such operations have, and what is said instead; `…` stands for some words between. Written field
 * by field from common usage of English, not from the requests of the benchmark. Indented lines
 * continue the line above.
 */
const text = `
# Mail
send email: drop … a line, shoot … a mail, shoot … an email, write to, get in touch with,
  reach out to, let … know that, write … an email, write … a mail, fire off an email,
  email … about, mail … about
reply email: write back, get back to … with, answer his mail, answer her mail, answer their mail,
  respond to the mail
find emails search: dig up the mail, dig out the mail, did … write to me, did … mail me,
  has … written to me, have i heard from, any mail from, anything from … in my inbox,
  any news from, mail from, emails from, messages from
forward email: send … on to, relay … to
create draft: without sending it, but do not send, do not send it yet, save it as a draft,
  have it ready to send, prepare an answer, prepare a reply, leave it in drafts
set vacation: while i am away, i am away until, i am off until, tell people i am away,
  i will be out, out until
create filter: whenever a mail comes, every mail from … should, always move, always file,
  always label, automatically file
label emails: sort … under, file … under, put … in the folder, tag … as, colour-code
archive: out of my inbox, clear out of the inbox, tidy away, inbox zero
trash delete: bin it, to the bin, into the bin, in the bin, chuck … out, get … off my, ditch,
  dump the, nuke, scrap, lose the, kill the
mark unread: as not read, look unread, keep as new
mark read: as already read, as seen
spam block: stop these mails, no more mails from, do not want to hear from
unsubscribe: off the mailing list, take me off, stop sending me, opt out
attachment get: the file that came with, file in the mail, attached to the mail, what … attached
# Calendar
create event: put … in my calendar, put … in the calendar, put … on the calendar, block out,
  block off, block my, block time, pencil in, set aside time, fix a date, get … on the calendar,
  find a slot with, arrange a, reserve time, keep … free for
find events list: what do i have on, what have i got on, what is coming up, when is my next,
  when do i meet, when am i meeting, what is on for, how does my week look,
  what does my day look like, anything planned, when was my last meeting, next on my schedule,
  what is on my agenda, what is on my calendar, what is on my schedule, what is on today,
  what is on tomorrow, what is on this week
update event reschedule: bring … forward, move … to another, make … earlier, make … later,
  an hour later, an hour earlier, start later, start earlier, shift … by, swap the date,
  change the time, run longer, run until, half an hour longer
delete event cancel: drop the meeting, cannot make it, can not make it, not going to happen,
  skip the meeting, won not take place, does not take place, is off, cancel my meeting,
  cancel the meeting, cancel my appointment, cancel the appointment, call off the meeting
busy availability: when is … free, is … free, do i have time, does … have time, have a gap,
  is there a gap, could … meet, when could we, when can we, when would … suit, any openings
attendees update event: add … to the meeting, invite … to the meeting,
  bring … along to the meeting, uninvite, take … off the invite
respond accept event: say yes to the invite, say no to the invite, accept the invite,
  decline the invite, i am coming, rsvp
create meeting: set up a call, set up a video call, arrange a call, hop on a call,
  get a call going, make a zoom, meeting link, call link
# Tasks, tickets and projects
create task: remind me to, do not let me forget, put … on my list, put … on the list,
  put … on my todo, on my to-do list, make a note to, need to remember, so that i do not forget,
  add … to my list, jot down
create issue ticket: report that, raise a, log a bug, log a ticket, open a ticket, open a bug,
  file a bug, file a ticket, report a bug, report a defect, report a problem, flag a problem,
  write up the bug, is broken again, does not work,
  put in a ticket, put in a request
assign issue task: give … to, give it to, make … responsible, make … the owner, hand … to,
  let … deal with, let … take, let … handle, should take care of, should look after,
  is going to do, will take over, put … name on, pass the ticket to, onto … desk, to someone else
assignee get issue: who is working on, who is doing, who is on it, who has the, who deals with,
  who takes care of, who owns, whose job, whose ticket, whose task, who is responsible for,
  who is handling
complete task update: is done, am done with, i did the, i have done, have finished, i finished,
  got … done, cross … off, cross … out, no longer to do, that is finished, ready now, took care of
transition issue status: drag … to, into the column, to the done column, put … into review,
  put … into testing, is in progress now, started working on, back to the backlog, move along
close issue: can be closed, does not need, has been fixed, is fixed now, no longer a problem,
  wont fix, not a bug, mark issue as done, mark the issue as done, mark … as fixed,
  mark … as resolved
reopen: is back, came back, happens again, broken again, open again, not fixed
add comment: leave a remark, leave a comment, leave a note, leave … a note, write under,
  add a line, chime in, tell them in the ticket, mention in the ticket, say in the ticket,
  note on the ticket, note in the ticket, put a note on
list search issues tasks: what is open, what is left, what remains, still open, still to do,
  left to do, what needs doing, what should i work on, what am i supposed to,
  what do i still have to, what is due, overdue tasks, what is outstanding, anything urgent,
  anything blocking, is there a ticket, has anybody reported, did anybody report
due date update task: give me until, needs to be ready by, has to be done by, push the deadline,
  extend the deadline, more time for, is due on, by friday instead
priority update issue: is urgent, make it urgent, bump … up, can wait, most important,
  top of the list
create subtask: split … into, break … down, break … up, break … into, in smaller steps,
  underneath it
watch subscribe issue: keep me posted, keep me updated, keep an eye on, follow the ticket,
  notify me when, let me know when
link issues: same as the other, depends on, is blocked by, waits for the other, tie … together,
  belongs together, related to the other
create project: start a new board, new board for, set up a board
log worklog: i spent … on, i worked … on, hours on, took me … hours, book … hours, clock … hours,
  put down … hours
sprint list: what are we doing this sprint, current iteration, this iteration
# Code
create pull request: get my branch in, get … into main, get … into master, ask for a merge,
  propose my changes, put up for review, put my branch up, open a pr, make a pr, raise a pr,
  want this in main
merge pull request: bring … into main, bring … into master, land the, ship the pr, squash … in,
  get it in, pull it in, is approved
review pull request approve: looks good to me, lgtm, give a thumbs up, say yes to the pr,
  wave through, give my ok, have a look at the pr, sign off on
request reviewers: get … to look at, ask … to look at, have … look at, want … to review,
  second pair of eyes
list commits: what went in, what went into, what has changed, what changed since, what was changed,
  who changed, who broke, last changes to, when was … last changed, what did … push,
  what has … been doing in, history of the file
list workflow runs: did the build, did the tests, does the build, is the build, are the tests,
  is main green, is ci, is the pipeline, why is ci red, why did the build, build failing,
  tests failing, build go through
rerun workflow: run … again, try the build again, build it again, once more, give it another go,
  another try, start … over, kick the build
run workflow dispatch: start the build, start the pipeline, trigger a build, start the deploy job,
  start the release job
cancel workflow run: stop the build, abort the build, kill the build
create branch: branch off, new branch from, cut a branch
create release: cut a release, tag a version, put out a version, bring out a version,
  publish a version, release notes for
create repository: new repo for, start a repo, somewhere to put the code, home for the code
add collaborator: give … access to the repo, let … into the repo, let … contribute,
  give … write access, give … push access, bring … onto the repo
get content file: what does the readme say, what is in the file, show me the code of,
  what is written in, read the source of, look into the file
search code: where do we use, where do we call, where is … defined, where is … used,
  where does the code, who calls, which files mention, grep for
create or update file contents: fix the typo in, change the line in, commit this,
  put … into the repo, check … in
compare commits: what is the difference between, what is different between, what changed between
star repository: bookmark the repo, remember this repo
fork repository: my own copy, copy of their repo
# Files and documents
find files search: where did i put, where is the file, where is my, dig out the, dig up the,
  track down, have we got a document, which document, hunt down, i cannot find, find me the doc
share file permission: so that … can see, so … can read, so … can edit, so … can open, let … read,
  let … edit, let … open, let … have a look, let … in, show … to, open … up to, give … a link,
  make … visible, make … public, readable for, hand out the
remove permission unshare: lock … out, no longer see, no longer have access, should not see,
  should not have access, take away access, stop … from seeing, make … private, shut … out
list permissions: who has access, who can open, who can read, who can edit, who else sees
upload file: put … in the drive, put … in the folder, put … on the drive, save … to the drive,
  save … to the folder, stick … in the folder, drop … in the folder, store … in
download file: get me a copy, give me a copy, grab the file, fetch me the, save … on my computer,
  local copy
create folder: new folder for, place for the files, somewhere to keep the files
move file: put … into another folder, move … over to, belongs in the folder, sort the files into
copy file: make a copy, another copy of, second copy, use … as a template, same again
rename update file: call it … instead, give it the name, give … another name, name it,
  should be called
restore file: deleted … by accident, deleted by mistake, from the bin, out of the bin, undelete,
  want it back, how it was yesterday
storage quota: how full is, running out of space, how much room, room left
export pdf: as a pdf, to pdf, into a pdf, pdf of
create document: start a doc, write up, new doc for, put together a document, new page for,
  start a page
update append document page: add … to the doc, add … to the page, write … into the doc,
  at the end of the doc, at the bottom of the page, put … in the notes
create presentation slides: put together slides, put together a deck, make a deck, some slides for
# Tables
append values row: add a line, add a row, write a line, new line in the sheet,
  enter … in the sheet, put … in the sheet, put … in the spreadsheet, note … in the sheet,
  log … in the sheet, keep track of … in the sheet, at the bottom of the sheet
get values read: what does the sheet say, what is in the sheet, what does cell,
  read … from the sheet, what numbers, look into the sheet
update values: change the number, change the cell, correct the number, overwrite the,
  fill the column, put … in cell
create spreadsheet: start a sheet, new sheet for, new table for, spreadsheet to track
create records: add … to the base, put … into the base, put … into the table, enter … in the table,
  new entry in
run query: ask the database, ask the warehouse, what does the data say, crunch the numbers,
  how many rows, count the rows, from the table where
create chart: plot the, draw a graph, visualise, visualize, make a graph
# Chat and meetings
send message channel: tell the team, tell everyone in, tell everybody in, let the team know,
  let everyone know, announce in, say in, write in the channel, drop … in the channel,
  post … to the channel, give the team a heads-up, shout out, ping the team, inform the team
send direct message: ping, poke, tell … privately, in private, nudge, message … directly,
  slide into, just between us, give … a heads-up
schedule message: tomorrow morning in the channel, send … later, send … at nine, go out at,
  post … at
read history messages: what did i miss, what have i missed, what is new in, what is going on in,
  what are they saying, what was discussed, what did they decide, what did … say in, catch me up,
  bring me up to speed, read up on, anything new in the channel
search messages: who said that, who mentioned, where did we discuss, where did we talk about,
  where did … say, somebody posted, someone posted a link, did anyone mention
update message: fix my message, typo in my message, change what i wrote, correct what i wrote,
  what i just posted
delete message: take back what, unsend, take back my message
add reaction: give … a thumbs up, react with, put an emoji, put a heart, tick emoji, party emoji
create channel: room for, channel for, place to talk about, space to discuss, group for
invite channel: add … to the channel, bring … into the channel, get … into the channel,
  pull … into the channel, let … join the channel
remove channel member: out of the channel, throw … off the channel
archive channel: nobody uses the channel, channel is dead, close the channel, shut the channel
set topic purpose: headline of the channel, what the channel is about
set status presence: show me as, show that i am, set me to away, set me as away, i am at lunch,
  gone for lunch, in a meeting
list members users: who is in, who belongs to, who is part of, who all is, who works in,
  who is on the team
pin message: keep … at the top, stays on top, stick … to the top
upload file channel: post the pdf, post the picture, share the screenshot, share the picture,
  drop the file in the channel
get recording: recording of, watch the meeting again, missed the call, missed the meeting,
  video of the call
list participants: who was in the call, who was on the call, who attended, who joined,
  who showed up, who came to
send sms message: send a text, text … that, text … to say
create call: give … a ring, give … a call, ring … up, phone … up
# Payments and accounts
create refund: give … money back, pay … back, return … money, get … money back, wants … money back,
  wants it back, send … money back, send back the, undo the charge, undo the payment,
  reverse the charge, reverse the payment, credit … back
create invoice: bill … for, charge … for, ask … to pay, write a bill, write out a bill,
  make out a bill, make out an invoice, invoice … for
send invoice: get the bill to, get the invoice to, bill out to, remind … to pay, chase, chase up,
  dun, payment reminder
list invoices: who owes us, who owes me, who has not paid, who still has to pay, has … paid,
  did … pay, what is unpaid, unpaid bills, still waiting for money, how much do they owe,
  late with payment
void invoice: was a mistake so cancel the invoice, tear up the invoice,
  should never have been billed, billed by mistake, invoice is wrong
create payment link: link to pay, something to pay with, way for people to pay, sell … online,
  take money for, collect money for
list payments charges: what came in, what did we earn, what did we take, money came in,
  did the payment go through, did the money arrive, has the money arrived, what did … pay,
  what was … charged, why was … charged, charged twice
balance: how much do we have, how much is in, how much money is, what is in the account,
  can we afford
list payouts: when do we get paid, when do we get our money, when does the money arrive,
  money to the bank
cancel subscription: does not want to continue, stop charging, stop billing, wants to leave,
  end the plan, quit the plan, end … plan, off the plan, cancel … plan
update subscription: put … on the, switch … to the, move … to the yearly, upgrade … to,
  downgrade … to, change … plan, to the pro plan, to the bigger plan, to the cheaper plan
create subscription: sign … up for the plan, start … on the plan, bill … every month,
  charge … every month, charge … monthly
create coupon promotion code: percent off for, money off, cheaper for, discount for,
  deal for new customers, code for
create customer: new client, new customer, took on a, won a customer, set up a customer,
  register a customer
update customer: moved house, has a new address, has a new email, has a new phone, new card,
  changed their name, got married
create product: start selling, we now sell, new thing to sell, put … on sale, put … in the shop,
  add … to the shop
inventory: how many … left, how many … do we have, are we out of, do we still have, running low,
  sold out
list orders: what did people buy, what was ordered, what did … order, what did … buy,
  came in over the weekend, what sold
create fulfillment: parcel has left, sent the parcel, package is on its way, has been shipped,
  handed to the courier
profit loss report: how did we do, did we make money, are we profitable, how is business,
  how much did we make, how much did we spend, what did we spend, where does the money go
list disputes: fighting a charge, contests the charge, bank took the money back
record bill expense: paid for lunch, i paid, receipt for, expense the, claim the, got a bill from,
  bill from the
# Sales and support
create contact: met … at, met … yesterday, save … number, save … details, remember … number,
  business card, new person at, add … to the crm, put … in the crm, put … into the crm,
  got a new lead, new lead
update contact: works at … now, changed jobs, has a new number, new number for, new title,
  switched companies, moved to another company
search contacts get: what do we know about, what do we have on, tell me about the customer,
  number of, number for, how do i reach, how can i reach, who is our contact at, details of,
  email address of, look … up
create deal: might buy, wants to buy, is interested in buying, new opportunity, potential sale,
  chance to sell, could be worth
update deal stage: won the deal, lost the deal, we won, we lost, signed the contract, said yes,
  is closed won, further along, next stage, went with the competition, went cold
list search deals: what is in the pipeline, which deals, how is the pipeline, about to close,
  closing this month, how much is in the pipeline
create note: write down what, write down that, note that, keep a note, talked to … about,
  spoke with, spoke to, had a call with, log that i
create ticket: complains that, complained that, customer says, customer cannot, is complaining,
  called in about
reply ticket conversation: answer the customer, get back to the customer, tell the customer,
  write to the customer, let the customer know
list tickets: waiting for an answer, unanswered, nobody has answered, waiting for us,
  what do customers complain about, in the queue
update ticket solved: problem is solved, customer is happy, is sorted, sorted out, has been sorted,
  taken care of
merge: are the same, is in there twice, twice in the, same person, double entry, duplicates of
create article: write a how-to, explain … for customers, put … in the help center,
  answer … once and for all
snooze: not now, come back to … later, look at … later, wake … up, bring it back on
# Incidents and monitoring
create incident: is down, are down, went down, page, wake … up, wake somebody, sound the alarm,
  raise the alarm, get somebody out of bed, everything is on fire, site is down, cannot be reached
acknowledge incident: i am on it, i have got it, i will take it, i am looking at it,
  i am looking into, got the page, stop paging
resolve incident: is back up, all clear, works again, is over, back to normal, crisis over,
  it is fixed
list on calls: who is up, who do i wake, who do i call, who carries the pager, who has the pager,
  who gets paged, who is on this weekend, who is on tonight, who is next
create override schedule: take my shift, take over for me, stand in for, cover for, cover my,
  fill in for, swap with, trade shifts
escalate: get the next person, nobody reacts, nobody answers the page
create downtime mute monitor: stop alerting, no alerts while, keep quiet while, keep … quiet,
  do not alert, do not page, quiet during, silence … while
create monitor: tell me when … goes, let me know when … goes, warn me when, alert me when,
  alert us when, wake me when, watch the
list monitors: what is red, what is alerting, what is firing, anything red, anything firing,
  is everything ok, is everything all right, any alarms
search logs: what does the log say, look in the logs, look through the logs, in the logs,
  what was logged
query metrics timeseries: how busy is, how loaded is, how much cpu, how much memory, how fast is,
  how slow is, how many requests, graph of
list issues errors: what is crashing, what crashes, what blew up, what broke, most frequent crash,
  errors since the release, new errors, any errors, any crashes, exceptions today
resolve issue: stop showing this error, error is fixed, fixed the crash
# Hosting
create deployment deploy: get … live, put … online, bring … online, push … live,
  push … to production, roll … out, ship it, into production, on production
rollback deployment: go back to the version, back to the last version, back to yesterday,
  undo the deploy, the one before, previous version back, undo the release
list deployments: what is live, what is running in production, did the deploy,
  when did we last deploy, last deploy, has it gone live, is it live
get deployment logs events: why did the deploy fail, why did the deployment fail,
  why does the deploy
create server instance droplet: need a machine, need a server, another machine, another server,
  a bigger machine, new box, rent a server
reboot restart: turn it off and on, is stuck, hangs, give … a kick, bounce the
resize: needs more memory, needs more power, more cpu, make … bigger, make … smaller, too small,
  scale … up, scale … down
create dns record: point … at, point … to, should lead to, let … go to, send … traffic to
purge cache: still shows the old, old version of the page, stale, out of the cache, serve the new
create firewall rule: let … through, let in traffic, open the port, close the port, keep … out,
  block traffic
create snapshot backup: save the state, in case something goes wrong, before the upgrade,
  copy of the server
environment variable: put the key in, set the key, api key for the app, config value
list domains: which addresses do we own, which domains, when does … expire, is … still free,
  can i get the address
run sql query: look in the database, straight from the database
# Web, marketing, social and music
create tweet post: tell the world, say on, put out a tweet, let our followers know,
  tell our followers, tell my followers, share with our followers, publish on
search tweets posts: what do people say about, what are people saying, what is being said about,
  who talks about, anyone talking about, buzz about
like: give … a like, heart the, put a heart on, upvote
follow user: keep up with, start following, want to see what … posts
send campaign: send the newsletter, get the newsletter out, newsletter out, mail all,
  mail everybody, mail everyone, write to all subscribers, write to all customers,
  mail our customers
create campaign: newsletter about, write a newsletter, prepare the newsletter, set up a newsletter,
  set up a mailing
add member list: signed up for the newsletter, wants the newsletter, put … on the list,
  put … on the mailing list, should get the newsletter
campaign report: how did the newsletter do, how did the mailing do, how did the campaign do,
  who read the newsletter, how many read, how many opened
run report: how many people visited, how many visitors, how many people came, who visits,
  where do visitors come from, where do people come from, how is the site doing, how much traffic,
  most visited, most read, which pages
list responses: what did people answer, what did people say in the survey, who filled in,
  who has answered, how many answered, feedback from the form, who signed up
create form: ask people, find out what people, collect feedback, collect answers, collect sign-ups,
  questionnaire for, poll people
search web: look … up online, on the web, google, find out online, what does the internet say,
  latest on, search the net
scrape extract: get the text from, what does the page say, what is on the page, read the page,
  read this link, what does this article say, pull … from the site, from their website,
  off the website
play start playback: put on some, play me, put … on, i want to hear, i feel like hearing,
  let me hear, play some
get currently playing: what song is this, what is this song, who sings this, who is singing,
  what am i listening to, what is on the radio
add tracks playlist: add … to my playlist, put … on my playlist, this song to my, save this song,
  keep this song
create playlist: mix for, songs for the party, music for the party, list of songs
top tracks artists: what have i listened to most, what do i listen to most, my favourite songs,
  my favourite artists
search videos: video about, videos about, video on how to, tutorial on, show me videos
create image generation: draw me, draw a, make a picture of, paint a, picture of a,
  generate a picture
create transcription: write down what is said, type up the recording,
  what do they say in the recording, turn the recording into text, turn speech into text
create speech: read … aloud, read … out loud, say … out loud, turn the text into speech, as a voice
get stock quote: how is the stock doing, what is the share price
`

/** What is meant, and what is said for it. */
export const idioms: readonly (readonly [meant: string, said: readonly string[]])[] = text
  .replaceAll(/^#.*$/gm, '')
  .replaceAll(/\n +/g, ' ')
  .split('\n')
  .flatMap((line) => {
    const [meant, said] = line.split(': ')
    return meant && said ? [[meant, said.split(', ')] as const] : []
  })

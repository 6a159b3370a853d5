/** Work in offices; see `index.ts`. */
export const work = `
email message inbox: mail unread reply sender recipient newsletter compose respond spam
email campaign newsletter subscriber: mailing mailout smtp bounce deliverability undelivered unsubscribe audience
email verification disposable: deliverable bounce mailbox mx throwaway burner inbox
lead prospect contact enrichment: outreach recruiter firmographic client followup
calendar event availability: meeting appointment tomorrow agenda monday tuesday wednesday thursday friday weekend slot
  reschedule
appointment scheduling: haircut slot reschedule dentist salon
meeting video conference: agenda standup attendees invite webcam webinar videocall
meeting transcript recording notes: minutes discussed attendees recap standup
reminder: forget remember nudge deadline remind reminders alert
chat message channel: dm ping coworker colleague teammate chatroom texted team
phone call recording: dial caller telephone voicemail callcenter
sms text message: phone mobile mms texting cellphone
phone number validation lookup: carrier mobile landline caller telephone
notification alert: notify ping warn alarm buzz
document template editing: doc docx memo letter proposal contract mailmerge
document conversion: docx pdf odt epub rtf markdown html convert pptx format
document invoice receipt extraction: scanned paperwork bill vendor ocr
knowledge base wiki page: faq helpdesk docs howto article handbook onboarding
spreadsheet sheet formula: rows columns cells xlsx workbook sum pivot vlookup
presentation slide: deck pitch pptx slideshow slides keynote ppt
form survey response poll: signup questionnaire intake rsvp nps opinion satisfaction vote
electronic signature document: sign signer contract countersign notarize
note vault notebook: jot scribble memo backlinks zettelkasten wikilink
bookmark link: bookmarks favorites favourites pinned revisit
task todo list: chore deadline errands checklist overdue assigned teammate
project management milestone roadmap: deadline timeline gantt deliverable prioritize backlog
project issue sprint board: kanban backlog swimlane bug epic scrum agile
time tracking timesheet: hours timer clocked billable freelancer
goal okr: progress ambition resolution milestone quarterly
bug issue error exception: crash broken defect glitch stacktrace
pull request code review: merge pr diff approve branch
code analysis formatting: refactor smells lint linter codebase complexity indent beautify prettify minify
crm contact deal company: client prospect salesperson sales opportunity pipeline
sales report revenue: sold quota quarter turnover profit
marketing campaign audience segment: cohort subscribers demographic targeting newsletter promotion advertise
advertising campaign ads: impressions clicks roas cpc advert ctr creatives
seo keyword ranking backlink: serp inbound snippets indexed metadata
competitor market brand monitoring: rivals competition consumers industry reputation mentioned buzz
website analytics traffic: visitors pageviews sessions bounce visits retention cohort conversion churn funnel
experiment feature flag: variant hypothesis rollout toggle gradual canary
dashboard report analytics: kpi metrics insights chart revenue
support ticket customer feedback: helpdesk complaint escalate satisfaction nps testimonials unhappy
employee human resources: staff hr worker personnel colleague hire coworker orgchart appraisal newcomer offboarding
job search listing: career hiring vacancy employer unemployed internship
candidate applicant recruiting resume: hire interview career applying job
payroll salary compensation: wage pay earn income paycheck paystub payday
leave absence: vacation sick pto maternity holiday timeoff
shift schedule employee: rota roster staff overtime workers
file storage drive upload: folder directory attachment permission download collaborators blob bucket
file system directory search: folder path disk subfolder grep
file compression archive: zip unzip tar gzip decompress
backup restore: snapshot recover recovery backups undelete
file transfer: ftp sftp scp upload ssh
contact address: phonebook phone contacts acquaintances cellphone
library documentation code: docs sdk framework package tutorial
whiteboard diagram mind map: sticky brainstorm workshop retro uml architecture flowchart
design template mockup: ui prototype wireframe poster flyer banner brochure invitation
ui component frontend: button css navbar dropdown layout
3d model printer cad: render texture sculpt stl filament gcode nozzle extruder blueprint dwg
game engine scene: sprite gamedev prefab shader texture
job search: jobs hiring career vacancy vacancies employment salary openings remote recruiter employer internship
salary compensation: salaries pay wage wages earn earning earnings
resume: cv resumes curriculum applicant ats jobseeker hired
cover letter: application applying job applicant hiring employer
diagram flowchart: flowcharts uml workflow mindmap erd
mind map: mindmap brainstorm brainstorming mindmaps ideas
dashboard analytics: kpi metrics dashboards visualization insights report reporting
spreadsheet: sheet sheets cell cells column columns row rows formula xlsx tab workbook
e signature document: sign signing signatures signer contract
graphic design: poster flyer banner template brochure infographic invitation
3d model: mesh cad render printing stl
seo keyword: ranking rank backlinks keywords traffic organic serp
seo backlink: backlinks domain authority links referring
website traffic: visitors visits pageviews analytics sessions
marketing campaign: campaigns newsletter leads promotion promote brand subscribers
email marketing: newsletter subscribers campaign campaigns mailing unsubscribe
ads campaign: ad advertising impressions ppc cpc advertiser adset roas
competitor analysis: competitors competition rival market benchmark
lead prospect: leads prospects sales b2b outreach prospecting
email finder: address contact prospect outreach emails
email validation: verify valid disposable bounce deliverable
phone number: caller carrier mobile landline spam
email: mail inbox message emails unread attachment
calendar event: meeting appointment schedule invite reschedule agenda tomorrow availability
meeting scheduling: availability slot slots meet appointment schedule booking
video meeting: call conference webinar meetings recording participants
meeting notes: minutes recap transcript meetings agenda actionitems
task: todo tasks reminder deadline chores checklist
project issue: ticket tickets bug sprint backlog epic milestone kanban
project management: milestone gantt deadline team tasks projects kanban timeline
time tracking: timesheet timesheets hours worked billable clock
note: notebook jot memo journal wiki knowledge
knowledge base: wiki documentation docs faq articles
file storage: files folder folders upload download drive share attachment
form: forms questionnaire submission submissions signup respondents
survey: surveys questionnaire poll respondents feedback nps responses
customer support ticket: helpdesk complaint agent tickets customers escalate
crm contact: leads deal deals pipeline customer opportunity opportunities
hr employee: employees staff onboarding payroll absence headcount
payroll: paycheck wages salary payslip employees paystub
recruiting candidate: applicants candidates hiring interview recruiter talent ats applicant recruitment
training learning management: lms course enrollment learners modules students
code review: pullrequest diff refactor lint reviewer
code documentation: docs library api framework reference sdk
pull request: pr merge reviewer commits diff branch
electronics: laptop phone smartphone tv headphones camera gadgets specs
poll vote: polls voting votes ballot referendum
shift scheduling: shifts roster rota staff timesheet
sms: texting texts textmessage phone mobile
voice call: phone dial calling voicemail hotline
notification: notify alert push alerts notified
classified ads: classifieds secondhand sell preowned listings
ui design: mockup wireframe prototype layout ux screens
file management: directory folder folders rename files
contact: contacts phonebook address phone mobile
email template: subject outreach newsletter followup coldemail
cloud storage: bucket buckets blob object objects
error tracking: exception exceptions crash stacktrace crashes
chat message: channel dm chats messages conversation
market research: competitors trends consumers survey audience industry
person lookup: profile contact employee biography background
`

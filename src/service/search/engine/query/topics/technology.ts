/** Software, the web, machines and data; see `index.ts`. */
export const technology = `
repository git commit: repo codebase clone fork snippet merge rebase diff branch blame maintainer contributor
release version changelog: upgrade semver patch newest deprecated
build workflow pipeline: ci compile failing artifact rerun
workflow automation trigger: automatically whenever automate autopilot unattended
deployment hosting application: rollback staging webapp redeploy preview
cloud server infrastructure instance: vps ssh vm reboot provision vpc iac serverless coldstart faas
cloud cost billing: spend overspend wasted pricey budget
container cluster: registry pod namespace k8s replicas orchestration
message queue topic: publish consumer broker pubsub enqueue
cache: ttl expire eviction cached invalidate
database query table schema: rows sql columns ddl relational rollback nosql
data warehouse pipeline: sql analytics olap lakehouse ingest elt dag
search index document: fulltext reindex facets searchable autocomplete
domain dns whois: nameserver mx cname website registrar tld registered
ssl certificate: https tls expired expiry renewal certificates
uptime monitoring status: outage online reachable downtime offline
metric monitoring performance trace: cpu latency threshold spike slow bottleneck leak heap
incident alert schedule: outage oncall postmortem escalation rotation pager
log: errors stacktrace debug logging syslog
website performance accessibility audit: slow loading vitals wcag contrast aria a11y screenreader
system process: cpu ram pid kill daemon disk laptop
terminal shell command ssh: cli console execute login remotely
code execution sandbox: python javascript script snippet interpreter
code generation programming: script python javascript java rust typescript
test automation debugger: failing coverage qa e2e breakpoint debug crash
package dependency version license: outdated library mit gpl opensource copyleft
api http request openapi: endpoint rest curl headers mutation resolver introspection
webhook: callback trigger payload endpoint webhooks
mock placeholder data: dummy filler mockup lorem ipsum fake
security threat malware phishing: hacker attack suspicious ransomware virus trojan infected malicious scam unsafe
  fraudulent
vulnerability scan cve: exploit hacked secure pentest insecure patch zeroday
password credential vault secret: login passphrase forgot apikey leaked rotate
password generator: passphrase strong secure credentials guessable
data breach: leaked hacked pwned compromised stolen password leak breaches
user authentication permission: signin password mfa sso oauth access admin revoke privileges rbac otp 2fa totp
  passcode login
network device firewall vpn: router wifi lan ethernet ingress allowlist ports waf tunnel unblock
network diagnostics ping port: traceroute internet latency packet unreachable bandwidth wifi broadband mbps
ip address geolocation reputation: visitor ipv4 ipv6 asn blacklist attacker botnet blocklist
web scraping crawl extraction: webpage html scraper url crawler website sitemap
web search: internet online lookup browse websites webpages
web archive snapshot: webpage vanished archived defunct website bygone
browser automation page tab: click webpage website navigate login browsing
screenshot capture: webpage thumbnail fullpage screen desktop screencast
markdown html conversion: readme md article formatting webpage
website cms blog post: landing homepage article publish webpage
pdf conversion merge extraction: pdfs scanned printable combine docx epub
ocr text recognition image: scanned handwriting receipt photo handwritten
speech synthesis voice text: speak aloud narrate voiceover spoken imitate accent impersonate
speech recognition transcription audio: transcribe dictate spoken interview podcast lecture
language model prompt completion: llm ai chatbot persona prompts
machine learning model training: finetune neural epochs classifier ai predict
forecasting prediction model: future trend estimate predict extrapolate
embedding vector search: semantic rag similar nearest corpus
memory: remember recall forget preferences memorize
reasoning thinking: think logic ponder dilemma complicated
text analysis classification extraction: sentences paragraph essay passage topics phrases keywords category categorize
  label
text summarization: summarize summary shorten tldr gist condense
sentiment analysis: negative mood opinion emotion angry positive emotions opinions
text similarity diff comparison: alike resemble duplicate difference plagiarism
content moderation profanity filter: offensive toxic nsfw hateful abusive inappropriate swear cussing vulgar
text readability count: simplify comprehension characters words length
text case conversion: uppercase lowercase camelcase titlecase snakecase
qr code: qrcode scannable scan scanner poster barcode sticker
barcode: upc ean scan scanner gtin barcodes
url shortener link: tiny shortlink vanity redirect hyperlink
smart home light device: lamp thermostat bulb blinds bedroom brightness dim garage doorbell
thermostat temperature control: heating cooling warmer colder aircon
security camera door lock: doorbell surveillance footage intruder cctv unlock garage keyless
robot vacuum control: mop floor dust carpet gripper robotic
drone: quadcopter uav aerial copter unmanned
iot sensor device: mqtt telemetry microcontroller humidity thermostat
media player volume television: subtitles loud louder quieter mute
printer: print ink toner printout cartridge
mobile device emulator: smartphone phone tablet tap swipe
app store mobile: smartphone phone appstore uninstall sideload
device hardware specification: smartphone battery megapixel handset cellphone laptop gpu cpu graphics motherboard
electronic component: resistor capacitor circuit transistor datasheet
hash checksum: md5 sha256 sha1 crc32 sha512
encryption: encrypt decrypt cipher aes rsa
encode decode token: base64 urlencode hex bearer jwt jws
uuid generator: guid unique identifier ulid nanoid
regular expression regex: pattern regexp wildcard regexes substring
json xml yaml conversion: parse nested jsonpath csv toml yml xpath soap xslt xsd
csv data: rows columns delimiter tsv comma
cron schedule job: recurring hourly daily crontab biweekly
data validation schema: invalid malformed conform valid wellformed
data analysis: trends insights csv outliers correlation dataset statistics analyse analyze
chart graph visualization: plot pie histogram scatter heatmap
morse code cipher: dots dashes telegraph decipher caesar
local business store hours: shop plumber nearby barber florist
salon spa appointment: haircut massage manicure barber nails
manufacturing production construction: builder blueprint contractor scaffolding factory assembly
equipment asset maintenance: repair inspection breakdown machinery technician
telecom mobile plan: roaming sim carrier esim gigabytes
hair salon: haircut hairstyle hairdresser barber nails manicure spa
job freelance: freelancer freelancers gigs contractor outsourcing hourly
interview preparation: interviews interviewer interviewing mock behavioral hired candidate
chart graph: plot pie histogram visualize visualise axis scatter charts
data visualization: visualise visualize charts plots infographic heatmap
pdf document: pdfs pages page summarize annotate
pdf convert: merge split compress docx watermark pdfs pages
ocr text extraction: scan scanned handwriting receipt photo screenshot handwritten
text summary: summarize summarise summarization tldr shorten condense digest
speech transcription: transcribe audio recording voice dictation transcript spoken interview
text speech: voice read aloud narrate narration spoken pronounce voiceover
voice clone: voices dubbing accent voiceover speaker
web browsing: website webpage url link page browse
web page scraping: website scrape webpage crawl html url crawler
browser automation: click login webpage navigate form
website audit performance: speed slow loading seo accessibility page
link shortener: url shorten short links tiny
blog content: blogs blogging article articles post posts writer
domain name: domains register website whois registrar tld
business name: startup naming brand catchy slogan
dns record: nameserver nameservers cname mx txt subdomain ttl
ip geolocation: ipv4 ipv6 location vpn isp proxy
security vulnerability: cve exploit vulnerabilities patch hacked cvss vulnerable hackers
malware threat: virus phishing malicious ransomware suspicious hash ioc trojan
password: passwords passphrase credentials secret login
encryption hash: encrypt decrypt md5 sha256 aes cipher base64 encode
user authentication: login oauth signin token mfa password session
firewall network: vlan router ports subnet switch interfaces
network ping: latency traceroute port packet bandwidth
smart home: lights light thermostat lamp lock doorbell blinds
smart device: sensor sensors iot thermostat temperature
living cost: rent expensive salary cheaper afford
business listing: businesses shop hours shops storefront dentist salon
chatbot: bot assistant conversation chatbots intent
code help: programming coding bug debug python javascript function programmer developer html css sql
code execution: python script execute sandbox compile
code search: repository codebase function symbol grep definition
code repository: repo repos commit branch fork
ci pipeline: build builds deploy deployment workflow failing
database query: sql tables schema records rows
database schema: tables columns indexes migration erd
vector search embedding: embeddings semantic rag similarity retrieval
cloud server: vm instance hosting servers vps
server monitoring: cpu memory uptime alert outage metrics
log search: logs error errors trace stacktrace exceptions
machine learning model: training neural predict classifier dataset finetune
content moderation: toxic profanity nsfw offensive inappropriate spam swear
decision making: choose decide dilemma choice choosing undecided
accessibility: wcag contrast screenreader impaired dyslexia
computer hardware: gpu cpu laptop ram pc graphics
web archive: archived snapshot deleted historical pages
container: containers orchestration pod pods microservice
serverless function: lambda functions deploy worker invocation
fraud detection: scam fraudulent suspicious chargeback phishing
software package: dependency dependencies library version versions changelog
mobile app: apps download smartphone phones handset
website screenshot: webpage url thumbnail snapshot screenshots
website builder: landing homepage webpage portfolio webpages
domain whois: registrar registrant expiry domains owner
penetration test: pentest recon exploit subdomain scanner
regex: regular expression regexp wildcard substring
json: nested yaml jsonpath xml prettify
api testing: endpoint endpoints curl payload headers http
automation workflow: automate workflows automations triggers automatically
uptime status: outage downtime website offline unreachable
text classification: classify categorize label spam categories
`

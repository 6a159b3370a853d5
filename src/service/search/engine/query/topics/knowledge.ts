/** Language, science, time and place, and learning; see `index.ts`. */
export const knowledge = `
dictionary word definition: meaning vocabulary noun verb adjective
synonym antonym rhyme: opposite adjective poem rap syllable
word etymology pronunciation: latin linguistics pronounce accent syllable idiom lingo jargon slang
translation language: french spanish german japanese chinese italian portuguese korean russian arabic english hindi
localization language detection: foreign dialect i18n multilingual l10n translated
grammar spelling: typo mistakes proofread misspelled punctuation
text rewriting paraphrase: rephrase reword tone polite rewrite
content writing generation: essay blog copywriting slogan paragraph
language learning vocabulary: fluent flashcards beginner phrases spanish
encyclopedia article: biography wiki history philosopher inventor
knowledge graph entity: ontology triples sparql node rdf
academic paper research author: study scholar journal citation literature thesis physics issn orcid professor
  scientist
citation reference bibliography: bibtex apa mla cite footnote
biomedical literature: study medicine cancer journal medical
science physics: scientist theory laboratory hypothesis velocity gravity momentum acceleration
space astronomy planet: mars galaxy telescope astronaut orbit cosmos nebula stargazing sky jupiter meteor comet
  asteroid
satellite rocket launch orbit: iss overhead tle norad spacecraft liftoff astronaut
space weather solar: aurora flare geomagnetic borealis sunspot
satellite imagery earth observation: aerial vegetation deforestation landcover ndvi
chemistry compound molecule element: chemical reaction molecular atom acid smiles hydrogen oxygen carbon uranium
energy electricity consumption: kwh power watt megawatt grid utility outage blackout
carbon emissions footprint: co2 greenhouse sustainability climate offset
solar energy panel: rooftop inverter photovoltaic kwh sunlight
calculator arithmetic percentage: multiply divide subtract plus minus sum percent gratuity
math equation expression: algebra calculus solve integral derivative polynomial sqrt determinant eigenvalue inverse
  primes divisible factorization integer
geometry calculation: triangle circle radius angle perimeter polygon
statistics analysis: average median deviation correlation regression variance
unit conversion: miles kilometers pounds kilograms inches celsius fahrenheit ounces liters gallons feet meters cups
  convert
number base conversion: binary hexadecimal roman decimal octal
time zone clock: est utc gmt pst cet timezone oclock
date timestamp age calculation: elapsed epoch unix utc iso8601 milliseconds born birthday birthdate fortnight leap
public holiday: christmas easter thanksgiving halloween diwali
timer alarm: stopwatch minutes pomodoro wake snooze countdown
country geography: capital population flag nation continent ocean mountain river border
city location: town population mayor municipality metropolis
gis geospatial layer: shapefile geojson polygon raster cartography
history: century ancient war happened anniversary historical
genealogy family tree: ancestor grandfather ancestry descendant heritage
school student course grade: teacher classroom kids homework pupil gpa
college university scholarship: campus tuition undergraduate professor stipend
course learning lesson: lecture tutorial curriculum study beginner
quiz exam question: studying exams practice revision homework
flashcard deck study: memorize revision exam vocabulary studying
lesson teaching tutoring: teacher classroom curriculum worksheet pupils homework student
astronomy space: planet planets stars galaxy telescope constellation meteor comet asteroid nebula stargazing mars
  jupiter
space launch: rocket rockets astronaut astronauts liftoff spacecraft spaceflight spacewalk
satellite orbit: satellites overhead flyover geostationary tle
satellite imagery: aerial ndvi deforestation landcover orthophoto
medical literature: biomedical clinical therapy biomarkers pathogen
chemistry molecule: chemical compound molecules smiles molecular compounds solubility toxicity
learning course: learn courses classes tutorial online lesson
education tutor: homework student teacher exam study lesson pupil math tutoring
lesson plan: teacher classroom students worksheet curriculum teaching grade pupils
flashcard: memorize flashcards study vocabulary revision exam
exam preparation: exams ielts toefl test gmat
university college: universities colleges admission campus degree scholarship tuition undergraduate
language learning: vocabulary grammar spanish french speak fluent pronunciation practise conversational learner
academic paper: papers research study citation journal scientific literature preprint scholar studies author
citation reference: bibliography cite apa mla doi citations bibtex references footnotes
encyclopedia: biography history facts knowledge article
holiday calendar: holidays christmas easter thanksgiving dayoff bank observed
marketing copy: advertisement slogan tagline headline copywriting ad product persuasive
osint: investigate username footprint subdomains breach
time zone: timezone utc gmt clock timezones est pst
energy electricity: power kwh solar consumption utility megawatt electric renewable
solar energy: panels photovoltaic rooftop irradiance pv inverter
carbon emission: co2 footprint greenhouse emissions offset sustainability climate
math calculator: calculate equation algebra solve sum multiply percentage divide square arithmetic
math computation: integral derivative calculus equation matrix solve polynomial differential
statistics: mean median variance regression probability deviation correlation hypothesis
physics simulation: velocity force gravity quantum acceleration
translation: translate translated translator spanish french german japanese chinese
dictionary definition: define meaning word synonym antonym
word synonym: synonyms thesaurus antonyms rhyme rhymes
pronunciation: pronounce pronounced accent phonetic ipa
grammar check: spelling proofread typos punctuation mistakes spellcheck
paraphrase rewrite: rephrase reword rewording paraphrasing plagiarism sentence tone
history event: historical war century ancient timeline
country: countries capital population flag continent nation currency
country statistics: gdp population literacy life expectancy
translation localization: localize localise locale i18n strings
essay writing: essays paragraph thesis introduction argumentative
online course: mooc certificate enroll lecture lectures module
current time: clock hour hours timezone oclock
history today: anniversary onthisday historical historic events
entity extraction: entities keywords ner mentions annotate
ai content detection: humanize plagiarism detector human essay
genealogy family: ancestors ancestry grandfather surname lineage
`

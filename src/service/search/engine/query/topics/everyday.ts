/** Daily life, public services and law; see `index.ts`. */
export const everyday = `
weather forecast: rain rainy snow umbrella sunny temperature humidity storm wind windy cloudy fog drizzle thunderstorm
  celsius fahrenheit heatwave raincoat hail snowy chilly
weather: forecast precipitation rainfall snowfall freezing frost sunshine humid chilly overcast
historical climate: rainfall drought monsoon warming seasonal precipitation winter
air quality pollution: smog ozone smoke haze aqi pm10 breathe asthma
pollen allergy: hayfever sneezing ragweed birch antihistamine
uv index: sunscreen sunburn ultraviolet tanning sunbathing sunscreens spf
sunrise sunset moon astronomy: dawn dusk daylight twilight nightfall lunar moonrise eclipse crescent moonlight
tide marine: surf swell sailing boating beach kayak
ski resort snow: snowboard piste slope avalanche powder
earthquake seismic: quake tremor epicenter richter aftershock tsunami magnitude
disaster alert emergency: hurricane tornado cyclone typhoon wildfire volcano eruption evacuation tsunami flood
  landslide bushfire blaze storm
emergency: ambulance firefighter rescue evacuate paramedic hotline sos
charity donation volunteer nonprofit: ngo fundraiser donor donate crowdfunding philanthropy
travel trip itinerary planner: vacation holiday journey destination sightseeing backpacking honeymoon getaway tourist
  abroad roadtrip stopover
hotel accommodation vacation rental: lodging stay room hostel motel overnight checkin nights inn resort cabin villa
  cottage bungalow beachfront guesthouse chalet
flight search status: fly airfare airline nonstop layover plane roundtrip takeoff departure arrival airport
airport aircraft aviation: runway iata icao layover departures plane airplane pilot helicopter airspace jet cockpit
airline baggage loyalty miles: luggage suitcase carryon legroom flyer lounge perks
train railway schedule: rail locomotive commuter carriage railroad railcard
public transit bus route: subway metro tram commute ferry streetcar buses shuttle minibus
ship vessel ferry cruise: maritime cargo tanker harbor boat mmsi sail yacht
taxi ride: cab rideshare chauffeur driver pickup dropoff carpool
car rental: hire suv convertible minivan rent chauffeur rentals vehicle
bike sharing: bicycle scooter ebike cyclist cycling bicycles bikes scooters docks
parking: garage valet curbside carpark multistorey parked garages
traffic road toll: highway motorway turnpike expressway congestion jam roadworks commute gridlock collision
directions route distance navigation: drive walk shortest fastest detour eta bike far miles kilometers km
map geocoding location coordinates: latitude longitude street neighborhood landmark gps lat lng
places nearby location: closest nearest around neighborhood vicinity downtown near
postal code address: zip zipcode postcode mailing postage
elevation terrain: altitude mountain hill summit peak topographic height topography contour slope
hiking trail camping park: trek backpacking mountain outdoors tent campsite rv campfire caravan wilderness ranger
  canyon
attractions tour tourism: sightseeing landmark monument castle museum tourist excursion snorkeling safari
theme park attraction zoo: rollercoaster amusement waterpark carousel penguin giraffe panda dolphin
visa immigration passport: embassy consulate abroad border citizenship asylum residency naturalization refugee
  deportation
restaurant menu reservation: dinner lunch eat dine sushi pizza brunch cuisine hungry bistro vegan steakhouse diner
  appetizer entree burger
food delivery: takeout takeaway hungry pizza burger lunch courier meal deliver
recipe cooking: cook bake dinner chicken pasta dessert vegan soup cake dish oven curry salad vegetarian meal
  ingredients baking cookbook recipes
recipe ingredient: fridge leftovers pantry tomato onion garlic rice eggs cheese ingredients vegetables cook substitute
meal plan diet: keto vegan vegetarian paleo breakfast lunch gluten dinner
nutrition food: calories protein carbs fat vitamin fiber sugar macros diet sodium healthy eat gluten lactose peanut
  vitamins nutrients calorie
food recall safety: contaminated salmonella poisoning hygiene listeria
grocery shopping list: supermarket milk eggs bread pantry groceries
cocktail drink: bartender gin vodka whiskey rum margarita mojito liquor drinks tequila mocktail cocktails
wine beer: vineyard sommelier merlot cabernet grape winery brew ale lager pub hops stout
coffee cafe: espresso latte barista cappuccino roast
health medical symptom diagnosis: doctor disease illness pain fever sick headache cough rash nausea dizzy sore ache
doctor hospital clinic appointment: physician dentist checkup pediatrician dermatologist surgery surgeon nurse
  ambulance
drug medication pharmacy: pill dosage medicine prescription ibuprofen antibiotic aspirin overdose dose paracetamol
  contraindication refill pharmacist
disease outbreak vaccine: covid coronavirus virus pandemic epidemic flu infection measles vaccinated immunization
  booster
clinical trial: placebo tumor cancer oncology therapy trials patients treatment recruiting
patient medical record: ehr vitals hospital allergies clinician icd10 icd cpt
gene protein biology: dna rna genome mutation chromosome genetic snp hereditary enzyme amino ligand peptide bacteria
  evolution fungus taxonomy
mental health meditation: anxiety anxious stressed depression therapist burnout lonely panic calm breathing relax
  mindfulness
fitness workout exercise: gym muscle pushups squats biceps cardio abs weightlifting strength yoga stretch pilates
  flexibility
fitness activity tracker: steps smartwatch wearable cardio jogging marathon treadmill bicycle cyclist
bmi calorie weight calculator: overweight obese underweight slim bmr tdee metabolism dieting kcal
sleep: slept insomnia nap bedtime snoring asleep sleepless sleeping rem tired
heart rate health: pulse bpm cardio hrv heartbeat
blood pressure glucose: diabetes insulin hypertension cholesterol systolic
pregnancy baby parenting: pregnant trimester ovulation menstrual fertility newborn toddler infant diaper breastfeeding
  kids
name generator baby: newborn username nickname pseudonym moniker alias
childcare senior care: babysitter nanny daycare kindergarten toddler grandma grandpa caregiver dementia
habit tracker: streak routine quit smoking habits
journal diary mood: gratitude reflection feelings emotion happy
pet animal dog breed: cat puppy kitten hamster rabbit vet parrot poodle labrador bulldog retriever terrier
animal species bird wildlife: mammal lion elephant endangered reptile snake insect habitat owl eagle birdwatching hawk
  sparrow zoo fish
fishing fish: angler trout salmon bait aquarium tuna
plant species gardening: flower watering houseplant seeds leaf soil succulent mushroom tree weed
agriculture crop farm: farmer wheat corn harvest irrigation livestock fertilizer
car vehicle vin: sedan suv automobile mileage horsepower dealership truck motorcycle chassis odometer dmv plates
  airbag brakes
electric vehicle charging station: ev plug charger kwh car
fuel price gas station: gasoline petrol diesel gallon refuel
car maintenance repair: mechanic tire brake garage windshield
vehicle fleet tracking: truck driver odometer telematics dispatch
real estate property listing: house home condo bedroom realtor sqft townhouse apartment appraisal
apartment rent property: lease tenant landlord flat roommate bedroom studio
mortgage loan calculator: house downpayment amortization refinance homeowner
home contractor cleaning: plumber electrician renovation handyman remodel roof maid housekeeping ironing laundry
moving relocation: movers unpack relocate apartment house
interior design furniture: sofa chair couch mattress decor kitchen
waste recycling collection: trash garbage bin rubbish recycle landfill
gift flower: gifts birthday anniversary christmas valentine mom dad redeem giftcard bouquet roses florist tulips
wedding planner guest: bride groom venue reception rsvp marry
bible scripture verse: gospel psalm jesus god church genesis testament prayer
quran islamic verse: surah ayah muslim hadith islam
prayer islamic times: salah mosque ramadan fajr qibla muslim
hebrew jewish calendar: shabbat torah kosher passover hanukkah synagogue
hindu buddhist scripture: gita veda mantra sanskrit buddha karma
astrology horoscope zodiac: aries taurus gemini virgo libra scorpio sagittarius capricorn aquarius pisces ascendant
  natal
tarot numerology: fortune divination arcana psychic fate destiny lucky
random joke: funny laugh humor pun hilarious humour cheer
quote advice: motivation inspiring wisdom proverb encouragement comfort regret
random fact: trivia curious fascinating weird obscure
trivia quiz question: quizzes pub contestant riddle gameshow
random activity suggestion: bored boredom hobby pastime indoors
name gender nationality prediction: surname firstname male female ethnicity
random number dice lottery: roll flip toss coin raffle jackpot lotto
government public dataset: census municipal federal agency ministry
legislation bill congress law: senate parliament statute lawmaker legislature representative
election politician government: vote candidate ballot president senator referendum governor mayor minister
legal law court case: lawyer attorney lawsuit sue judge statute litigation verdict ruling plaintiff defendant
contract legal document: clause nda agreement lease liability
regulation privacy compliance: gdpr hipaa regulatory auditor cookie ccpa erasure
patent trademark: invention inventor uspto novelty infringement patents trademarks copyright intellectual
tax vat: irs deductible income taxable gst levy salary withholding w2 1099
company registry: incorporated corporation director llc shareholder ltd firm startup headquarters founder ceo
  enterprise shareholders directors registration officers
company financial earnings filing: revenue profit ebitda eps quarterly cashflow 10k 10q insider
crime statistics police: theft burglary robbery murder stolen criminal
identity verification sanctions compliance: kyc aml pep launder passport fraud terrorist
procurement supplier purchase tender: vendor wholesaler bid rfp contractor
population census demographics: inhabitants residents household births ethnicity
welfare benefits eligibility: unemployment disability pension medicaid poverty
weather alert: hurricane tornado typhoon blizzard cyclone thunderstorm hail lightning
air quality: pollution smog aqi pollen pm25 asthma haze ozone particulate
marine tide: tides surf surfing waves sailing snorkeling
ski snow: skiing snowboard slopes piste lifts avalanche
earthquake: quake seismic magnitude richter tremor aftershock tsunami epicenter
wildfire disaster: wildfires flood floods flooding landslide evacuation volcano eruption
sunrise sunset: dawn dusk twilight daylight moonrise
moon astronomy: lunar eclipse fullmoon moonlight waxing waning crescent
flight search: fly flying airfare plane airline airlines airport layover nonstop roundtrip flights airfares
flight status: delayed delay gate departure arrival departures arrivals landed landing flightnumber
airport: airports runway terminal iata icao lounge takeoff
aviation aircraft: plane airplane jet pilot metar cockpit airspace
hotel booking: stay room rooms accommodation hostel resort overnight suite motel lodging checkin hotels
vacation rental: apartment villa cabin cottage holiday beachfront rentals condo getaway
travel itinerary: trip vacation holiday honeymoon sightseeing backpacking getaway weekend destination destinations
  roadtrip
attraction activity: museum museums sightseeing landmark landmarks excursion tours attractions zoo aquarium themepark
cruise ship: cruises ferry ferries sail port vessel liner
vessel tracking: ship ships boat tanker cargo ais maritime imo mmsi port harbor
train rail: trains railway station platform commuter intercity timetable locomotive rails
public transit: bus buses subway metro tram commute commuting timetable underground
ride taxi: cab taxis rideshare pickup fare carpool rides
visa passport: visas immigration embassy consulate border citizenship passports foreigner
travel advisory: abroad safety embassy warnings dangerous unrest vaccination
luggage baggage: suitcase packing carryon bags pack
camping park: campsite campground tent hike hiking trail trails wilderness rv campgrounds
hiking trail: hike trails trek trekking mountain mountains backpacking elevation summit
restaurant: eat dinner lunch dining cuisine sushi pizza brunch cafe bistro vegetarian restaurants steakhouse
restaurant reservation: dinner dining tonight seating seat reserve
cafe coffee: espresso latte cappuccino coffeeshop barista brew
meal plan: meals diet mealprep vegan keto breakfast lunch dinner weekly groceries
food product: barcode allergens ingredients additives gluten vegan packaged
wine: wines vineyard merlot chardonnay sommelier winery grape pairing bottle
beer brewery: beers ipa lager ale pub breweries stout pint brewing
grocery shopping: groceries supermarket supermarkets milk eggs pantry coupons
gift idea: gifts birthday present christmas anniversary valentine presents wedding
furniture interior: sofa decor room furnish bedroom kitchen couch decorating renovation chairs
home improvement: renovation contractor plumber electrician repair handyman remodel roof painting leak
real estate: house home apartment property bedroom rent mortgage realtor condo houses listings homes landlord
rental property: apartment apartments tenant landlord lease rent roommate bedrooms
mortgage loan: mortgages borrow refinance downpayment homebuyer amortization lender installment loans interest
legal law: lawyer attorney court lawsuit contract statute rights sue legislation legally lawyers
court case: lawsuit judge ruling verdict docket litigation plaintiff defendant precedent courts judgment
legal document: contract agreement nda clause lease contracts waiver
tax: taxes deduction deductions refund income vat filing withholding taxable
legislation government: congress parliament senate senator bill bills law laws policy lawmakers
election politics: vote voting voter candidate candidates ballot president polls democrat republican campaign
  elections
government open data: census statistics population agency municipal datasets demographics
census demographics: population household ethnicity inhabitants residents median births
medical health: doctor symptoms disease illness headache pain fever diagnosis treatment sick patient cough
symptom checker: symptoms headache fever cough nausea rash dizzy pain sore sick ache
drug medication: medicine pill pills dosage prescription pharmacy ibuprofen antibiotic medicines tablet overdose drugs
drug interaction: medication medications sideeffects interactions contraindications adverse dosage
doctor appointment: clinic physician dentist hospital specialist checkup dermatologist pediatrician cardiologist
gene genomics: genes dna genome mutation variant variants protein rna chromosome sequencing snp
protein structure: proteins pdb amino folding enzyme enzymes peptide residue
fhir health record: patient patients ehr encounter clinical practitioner hl7
covid disease: coronavirus pandemic vaccine vaccines infection infections outbreak virus epidemic
mental health: anxiety depression stress stressed therapist therapy lonely panic sad overwhelmed burnout
meditation mindfulness: meditate calm relax breathing relaxation stress mindful breathe
fitness workout: exercise gym training muscle weights squat pushups cardio strength exercises workouts abs biceps
running activity: runner marathon jog jogging cycling treadmill kilometers
yoga: poses asana stretching pilates flexibility pose stretch
weight diet: bmi lose overweight obesity calories pounds dieting keto fasting
pregnancy baby: pregnant newborn infant trimester fertility ovulation toddler midwife
parenting child: kids toddler parents children kid parent daughter son
horoscope astrology: zodiac aries taurus gemini leo virgo libra scorpio sagittarius capricorn aquarius pisces
tarot: fortune divination psychic destiny tarotcard spirit oracle
dream interpretation: dreams nightmare nightmares dreamt dreaming dreamed
wedding event: bride groom venue marriage guests bridal married engagement
quiz: quizzes trivia exam test multiplechoice questionnaire
joke: jokes funny laugh humor pun puns hilarious comedy amuse cheer
quote: quotes inspirational motivational inspiration wisdom motivation proverb
religion bible: verse verses scripture gospel jesus god psalm prayer christian church
quran islam: surah prayer muslim ramadan mosque allah ayah hadith salah
prayer time: prayers muslim fajr maghrib salah qibla ramadan
stock financial data: earnings revenue dividend balance income quarterly eps fundamentals valuation filings
sec filing: 10k 10q filings shareholders insider disclosure
document question: pdf contract documents manual handbook
map location: maps nearby near nearest address street neighborhood
place search: nearby near nearest closest neighborhood shop pharmacy
geocoding: latitude longitude coordinates address coordinate lat
address validation: zip postcode postal street addresses zipcode
route directions: drive driving distance navigate road walking traffic commute miles
traffic road: congestion jam highway accident roadworks rush
charging station: ev electric charger charge chargers plug
fuel price: gas gasoline petrol diesel cheapest station
car vehicle: cars vin dealership sedan suv horsepower mileage
vehicle maintenance: mechanic tires engine brakes repair oil
vehicle fleet: driver drivers truck trucks telematics mileage gps
pet: dog cat puppy kitten pets veterinarian vet adopt breed
dog breed: dogs puppy breeds labrador canine
animal wildlife: animals species bird birds whale lion endangered
plant garden: plants gardening flower flowers seeds watering soil houseplant vegetables
species biodiversity: taxonomy occurrence organism animals plants fauna flora
agriculture crop: farm farmer farming crops harvest soil irrigation livestock yield
water quality: river lake drinking groundwater streamflow
recycling waste: trash garbage recycle bin compost rubbish
random number: dice coin flip roll shuffle
name: baby surname nickname firstname gender
crime police: crimes burglary arrest theft criminal wanted murder
neighborhood: neighborhoods walkable schools crime livability
company information: companies business firm corporate revenue employees headquarters startup founders ceo
habit goal: habits routine streak resolution productivity
supply chain: supplier suppliers procurement sourcing vendor manufacturing
donation charity: donate charities nonprofit fundraiser volunteer fundraising
compliance: gdpr hipaa audit compliant soc2 regulatory
identity verification: kyc passport verify fraud selfie
nightlife bar: bars club clubs pub nightclub drinks
beach: beaches seaside coast swim swimming
legal immigration: immigrant greencard visa asylum citizenship
allergy: allergic allergies peanut gluten intolerance
numerology: birthdate destiny lifepath lucky divination
journal diary: mood journaling feelings gratitude memories
crowdfunding: backers pledge fundraiser campaign pledges
vin decoder: recall vehicle chassis recalls car
psychology personality: mbti introvert extrovert iq psychological
dental: teeth tooth dentist toothache braces
cancer: tumor oncology chemotherapy carcinoma tumour
diabetes glucose: insulin sugar diabetic glycemic bloodsugar
pharmacy: pharmacies prescription chemist drugstore medicine
architecture floor plan: floorplan architect layout rooms blueprint
postal code: zip zipcode postcode zipcodes postcodes
hospital: hospitals clinic physician nurse surgeon
lottery: jackpot lotto winning lotteries drawing
distance calculation: kilometers miles km meters farther
bird observation: birds birding birdwatching sightings birdsong
`

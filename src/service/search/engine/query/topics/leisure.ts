/** Media, art, games, sport and company; see `index.ts`. */
export const leisure = `
news headlines article: breaking journalist newspaper happening newsroom
rss feed: atom syndication blog subscribe newsfeed feeds
fact claim: misinformation fake debunk hoax rumor
music song artist track: album band listen singer melody tune discography rapper vinyl
music playlist playback: songs listen album mixtape pause volume skip shuffle
song lyrics: sing chorus singer karaoke verse
music composition chord: compose melody instrumental jingle soundtrack piano guitar midi tempo strum
concert tour music event: gig band festival tickets singer
radio station: fm broadcast listen dj frequency radios stations
podcast audiobook episode: listen audio interview narrator novel
audio sound: mp3 wav flac ogg m4a vocals denoise instrumental muffled noise boom sfx loud soundtrack
movie film cinema: watch actor director sequel trailer thriller comedy blockbuster popcorn
tv show series schedule: episode season watch sitcom television binge airing broadcast
streaming movie availability: watch film binge series rewatch
actor celebrity: actress filmography hollywood famous singer biography
video channel search: watch clip vlog tutorial creator subscribers vlogger footage mp4
video subtitle transcript: summarize clip lecture watch captions srt vtt dubbed
video editing generation: clip trim footage merge montage cinematic film
live stream streamer: viewers broadcast vod streaming livestream
book author library: novel isbn bestseller fiction paperback literature borrow librarian
story poem writing: poet haiku sonnet rhyme stanza fairytale novel tale fiction bedtime protagonist
anime manga comic: superheroes villain otaku cosplay manhwa isekai
video game player: console multiplayer gamer gaming rpg elo leaderboard kills esports
board card game: boardgame dice tabletop meeple poker blackjack solitaire
character roleplaying game: spell monster wizard dragon rpg
chess game: checkmate grandmaster bishop pawn knight rook
puzzle game word: crossword sudoku riddle maze anagram hangman
sports score schedule standings: game won winner playoff match kickoff season champions fixtures
football soccer match: goalkeeper striker premier fifa bundesliga uefa
american football nfl: quarterback touchdown superbowl halftime linebacker playoffs yards
basketball nba: rebound dunk playoffs hoops wnba
baseball mlb: pitcher homerun inning batting catcher innings
hockey nhl: puck goalie ice rink stanley
tennis tournament player: wimbledon slam atp wta racket
golf tournament: tee birdie putt handicap pga
cricket match: wicket batsman ipl innings bowler
rugby match: scrum tackle sixnations fullback haka
formula racing f1: driver lap qualifying grandprix motorsport
boxing mma fight: fighter ufc knockout boxer wrestler
horse racing: jockey derby racecourse stallion gallop
olympics athlete medal: gymnast swimmer sprinter olympic podium
fantasy league sports: lineup waiver roster quarterback playoffs
betting odds prediction market: wager bookmaker gamble sportsbook bet probability election
stock photo image search: picture wallpaper portrait royalty photography photographer
photo album camera: pictures gallery memories selfie lens shutter aperture photographer
image editing background removal: crop brighten picture retouch blur rotate watermark transparent cutout photo
  portrait blurry sharpen resolution pixelated upscale
image conversion resize format: shrink smaller pixels jpg png picture jpeg webp svg heic
image generation: picture draw illustration painting artwork render portrait sketch logo drawing art paint pictures
image recognition face detection: picture photo photograph recognize selfie facial portrait
art museum collection artwork: painting painter sculpture gallery exhibition artifact monument archaeology manuscript
theater dance performance: musical opera ballet drama choreography salsa dancer tango
color palette: hex rgb shade hue colour cmyk colors colours palettes
font typography: typeface serif glyph lettering calligraphy
icon logo svg: symbol pictogram glyph logotype branding emblem
gif meme: reaction stickers funny caption viral joke
emoji: smiley emoticon reaction emote emojis emoticons smileys
avatar profile image: headshot userpic cartoon selfie portrait
drawing craft: paint brush sketch doodle pencil knitting crochet sewing quilt origami
social media post profile: influencer viral followers hashtag caption publish username engagement impressions
  sponsorship
trending hashtag topics: viral buzz popular hype trends
forum community thread discussion: subforum upvoted moderator netizens replies
event search local: concert festival weekend tonight happening meetup
event ticket: concert seats festival admission gig events show theatre theater tickets weekend
event registration attendee conference: rsvp guests webinar participants keynote talk summit symposium
dating relationship match: bachelor romantic girlfriend boyfriend crush
jewelry: ring necklace diamond earrings bracelet engagement watches
dating: girlfriend boyfriend crush flirt romantic relationship singles boyfriends
relationship advice: girlfriend boyfriend husband wife marriage breakup partner couple
book: books novel author read reading isbn fiction bestseller library writer novels
library catalog: borrow isbn librarian archive manuscript
audiobook ebook: audiobooks ebooks epub narrator listen
news: headlines headline breaking latest article journalist newspaper politics press
news article: headlines newspaper journalism reporters coverage story stories
podcast: podcasts episode episodes listen host audio
fact check: misinformation hoax fake debunk claim rumor verify conspiracy
music: song songs artist album track band listen singer playlist melody concert
lyrics: song singer verse chorus lyric sing sung
music generation: compose composer beat beats melody instrumental jingle soundtrack song
concert ticket: concerts gig tour band show venue festival tickets
movie: film films movies actor actress director cinema watch oscar thriller comedy
tv show: series season episode episodes television watch sitcom streaming
movie showtimes: cinema theater theaters screening showing showtime
comic: comics superhero comicbook villain heroes
video search: videos clip clips channel watch vlog footage
video transcript: captions subtitles summarize transcription lecture
video editing: clip trim subtitles footage edit mp4 montage
video generation: videos animate animation avatar footage reel cinematic
subtitle caption: subtitles srt captions vtt movie
video game: gaming gamer games console multiplayer rpg
game character: dungeons dragon quest roleplay wizard dice
card game: deck decks poker blackjack solitaire cards
chess: checkmate opening pawn knight grandmaster bishop endgame gambit
puzzle game: sudoku crossword riddle puzzles maze riddles brainteaser
word game: anagram hangman rhyme letters crossword
betting odds: bet bets wager bookmaker sportsbook gambling moneyline parlay
sports score: game team league standings soccer basketball football baseball fixture
football soccer: goal goals premier fixtures league fifa striker penalty worldcup
cricket: wicket wickets ipl batsman innings t20 odi bowler
formula racing: f1 race races driver drivers lap grandprix qualifying circuit motorsport
olympics: olympic medal medals athlete athletes
meme gif: memes gifs funny reaction sticker viral
audio file: mp3 wav sound noise podcast
image editing: photo crop resize background filter retouch photos blur watermark brightness
image search: photo photos picture pictures stock wallpaper images
font icon: fonts typeface typography icons emoji svg
art museum: painting paintings artwork artworks artist gallery sculpture exhibition
social media analytics: followers engagement influencer influencers likes
hashtag trend: trending viral hashtags popular buzz
plagiarism detection: plagiarized copied originality essay detector
story writing: stories fiction novel plot character fairy bedtime tale
poem: poems poetry haiku sonnet rhyme poet verse
file conversion: convert format mp4 png jpg docx webp
craft diy: knitting sewing woodworking crochet crafts
theater: theatre musical broadway opera play ballet
sound effect: sounds noise sfx audio recording
board game: boardgame boardgames tabletop dice players
face recognition: faces selfie facial portrait lookalike
logo design: logos brand branding emblem icon
speech writing: toast eulogy bestman keynote address
casino: poker slots roulette blackjack gambling
cultural heritage: archaeology monument unesco artifacts monuments
mythology: myth gods zeus norse legends
dance: dancing ballet salsa choreography dancer
social media: followers influencer influencers reel hashtag hashtags viral
video channel: youtuber subscribers videos views playlist creator
music chord: chords guitar piano ukulele progression
streaming availability: watch stream binge movies shows
anime manga: otaku shonen episode animes mangas
esports match: tournament tournaments team league gamers
tennis: atp wta grandslam racket tournament
background removal: transparent cutout photo png erase
social media post: hashtag followers posts caption hashtags
music playlist: songs playlists tunes mood party
image recognition: recognize photo picture vision objects
`

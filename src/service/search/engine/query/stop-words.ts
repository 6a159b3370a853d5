import { toWordSet } from '../words/split-words.ts'

/**
 * Words that are frequent in requests and do not distinguish tools, also as they are mistyped most
 * (Wikipedia, "Lists of common misspellings/For machines") and as they are written in messages.
 */
export const stopWords = toWordSet(
  `a about all also am an and any are as at be been both but by can could did do does doing for from had has have having he her here him his
  how i if in into is it its just know let like may me might my of on once or our out please she should so some such than that the
  s their them then there these they this those to up us using very want was we were what when where which while who whom whose will with would you your
  teh hte taht thta tihs thsi htis adn nad fo wiht whit witht waht thier yuor yoru ahve jsut whcih hwo woudl coudl shoudl abotu becuase
  pls plz thx ty u ur w wo til gimme lemme wanna gonna btw fyi asap`,
)

/**
 * Polite phrases around a request. A tool is rarely about these words, so they get a low weight.
 */
export const politeWords = toWordSet(
  `able assist assistance curious give hello help hey hi hope interested kindly look looking make need possible provide question regarding related relevant
  request show sure tell thank thanks try trying wish wondering`,
)

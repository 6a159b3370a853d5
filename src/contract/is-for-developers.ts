/**
 * Returns whether a suggestion is for the developer of an application: it names a request, a
 * command, a setting or a method of the SDK, none of which a model has.
 */
export const isForDevelopers = (suggestion: string): boolean => developerTerms.test(suggestion)

const developerTerms =
  /\b(GET|POST|PUT|PATCH|DELETE) \/|\/api\/v\d|\bplugboard [a-z]|\bPLUGBOARD_|\b(timeoutMs|baseUrl|apiKey|callbackUrl|maximumBytes)\b|\bsession\.[a-z]|\bPass `?[a-z]+[A-Z]/

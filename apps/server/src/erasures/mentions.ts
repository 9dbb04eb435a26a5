/** What names the person in texts of others: too short a word would be found everywhere. */
const SHORTEST = 5
/** Such a username is a name, which others have as well. */
const ONLY_LETTERS = /^\p{L}*$/u

export type Named = Record<'first_name' | 'last_name' | 'username', string> &
  Record<'email' | 'phone_number', string | null>
/** `like` finds all that may hold the word, and more; `found` the word itself, and not within a longer one. */
export type Mention = { like: string; found: RegExp }

const LETTER = String.raw`[\p{L}\p{M}\p{N}]`
/** `Jan Ross` is neither in `Jan Rossmann` nor in `Anna-Jan Ross`, and it is in `Jan Ross's`. */
const asName = (word: string): string => `(?<!${LETTER}-?)${word}(?!-?${LETTER})`
/** `eva@web.de` is neither in `maria-eva@web.de` nor in `eva@web.dev`, and it is in `eva@web.de.` */
const asAddress = (word: string): string => `(?<!${LETTER}[._%+-]?)${word}(?![_-]?${LETTER})`
/** With the country, where it was kept without one. */
const asPhone = (word: string): string => String.raw`(?<!\d)(?:(?:\+|00)\d{0,3})?${word}(?!\d)`

/** What names the person in texts. */
export const mentionsOf = ({ first_name, last_name, username, email, phone_number }: Named): Mention[] => [
  ...mention(`${first_name} ${last_name}`, asName),
  ...mention(`${last_name}, ${first_name}`, asName),
  ...mention(email ?? '', asAddress),
  ...mention(ONLY_LETTERS.test(username) ? '' : username, asAddress),
  ...mention(phone_number ?? '', asPhone),
]

const mention = (word: string, whole: (word: string) => string): Mention[] =>
  word.length < SHORTEST ? [] : [{ like: patternOf(word), found: new RegExp(whole(literally(word)), 'giu') }]

export const patternOf = (word: string): string => `%${word.replaceAll(/[%\\_]/g, String.raw`\$&`)}%`

/** As a regular expression that finds the word itself. */
const literally = (word: string): string => word.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`)

/** With `instead` in the texts alone: a username may be a number, which means something else where it is one. */
export const without = (mentions: readonly Mention[], value: unknown, instead: string): unknown => {
  if (typeof value === 'string') return mentions.reduce((text, { found }) => text.replaceAll(found, instead), value)
  if (Array.isArray(value)) return value.map((one) => without(mentions, one, instead))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, without(mentions, one, instead)]))
}

/** Whether any text in the value has one of them. */
export const names = (mentions: readonly Mention[], value: unknown): boolean => {
  if (typeof value === 'string') return mentions.some(({ found }) => value.search(found) !== -1)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((one) => names(mentions, one))
}

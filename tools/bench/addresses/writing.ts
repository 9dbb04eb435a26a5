import type { Address } from '@ambit/streets'
import type { Random } from '@ambit/random'

/** How a person writes an address: the order of number and street, and how its words are spelt. */
export type Writing = { numberFirst: boolean; spelling: 'full' | 'short' | 'ascii' }

/** The usual short forms; German ones end compounds as well ("Landstr."). */
const SHORT: Readonly<Record<string, string>> = {
  street: 'St',
  road: 'Rd',
  avenue: 'Ave',
  terrace: 'Tce',
  drive: 'Dr',
  lane: 'Ln',
  court: 'Ct',
  place: 'Pl',
  highway: 'Hwy',
  parade: 'Pde',
  crescent: 'Cres',
  boulevard: 'Blvd',
  circuit: 'Cct',
  close: 'Cl',
  grove: 'Gr',
  parkway: 'Pkwy',
  square: 'Sq',
  north: 'N',
  south: 'S',
  east: 'E',
  west: 'W',
  saint: 'St',
  strasse: 'Str.',
  straße: 'Str.',
}

/** Words a person would shorten; without one the writing in short is the same as the full one. */
export const canShorten = (name: string): boolean => spell(name, 'short') !== name

const shorten = (name: string): string =>
  name
    .split(' ')
    .map((word) => SHORT[word.toLowerCase()] ?? word.replace(/(?<=\p{L}{2}-?)stra(?:ss|ß)e$/iu, 'str.'))
    .join(' ')

/** Without a keyboard for umlauts: "Bühelstraße" is "Buehelstrasse". */
const ascii = (name: string): string =>
  name
    .replaceAll('ß', 'ss')
    .replace(/[äöü]/giu, (letter) => letter.normalize('NFD')[0]! + 'e')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')

const spell = (name: string, spelling: Writing['spelling']): string =>
  spelling === 'short' ? shorten(name) : spelling === 'ascii' ? ascii(name) : name

/** An address in parts: what is said first, and the suburb, town and postcode that may follow. */
export type Written = { title: string; whole: string }

export const write = (address: Address, { numberFirst, spelling }: Writing): Written => {
  const name = spell(address.kind === 'house_number' ? (address.street ?? '') : address.title, spelling)
  const number = address.kind === 'house_number' ? (address.house_number ?? '') : ''
  const title = number === '' ? name : numberFirst ? `${number} ${name}` : `${name} ${number}`
  const area = address.label.slice(address.title.length)
  return { title, whole: title + (spelling === 'ascii' ? ascii(area) : area) }
}

/** Lower case without accents and punctuation: the form in which two texts are compared. */
export const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/[\p{M}'’`´]/gu, '')
    .replace(/[^\p{L}\p{N}&]+/gu, ' ')
    .trim()

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** The text with one letter left out, doubled up with a wrong one, replaced, or changed places with the next one. */
export const slip = (text: string, random: Random): string => {
  const words = [...text.matchAll(/\p{L}{4,}/gu)]
  if (words.length === 0) return text
  const word = random.pick(words)
  const at = word.index + random.below(word[0].length)
  const [before, after] = [text.slice(0, at), text.slice(at + 1)]
  const other = LETTERS[random.below(LETTERS.length)]!
  switch (random.below(4)) {
    case 0:
      return before + after
    case 1:
      return before + other + text.slice(at)
    case 2:
      return before + other + after
    default:
      return at + 1 < word.index + word[0].length
        ? before + text[at + 1] + text[at] + text.slice(at + 2)
        : before + after
  }
}

/** Does the label begin with the text, when one letter may be missing, too many, wrong or changed places? */
export const beginsNearly = (label: string, text: string): boolean => {
  let at = 0
  while (at < text.length && text[at] === label[at]) at++
  if (at >= text.length - 1) return true
  const rest = (fromText: number, fromLabel: number): boolean => label.startsWith(text.slice(fromText), fromLabel)
  return (
    rest(at + 1, at) ||
    rest(at, at + 1) ||
    rest(at + 1, at + 1) ||
    (text[at] === label[at + 1] && text[at + 1] === label[at] && rest(at + 2, at + 2))
  )
}

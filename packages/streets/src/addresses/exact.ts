import type { Address } from './address.ts'
import type { AddressTable } from './table.ts'
import { wordsOf } from './words.ts'

/**
 * Addresses whose label is what was typed, word for word: what was copied from a booking, or chosen before. A label says
 * more than the search knows of a street: its houses may stand in other suburbs than its middle does.
 */
export const createExact = (table: AddressTable): ((text: string) => Address[]) => {
  const named = new Map<string, (() => Address)[]>()
  const streets = new Map<string, number[]>()
  const put = <T>(names: Map<string, T[]>, name: string, value: T): void => {
    const key = keyOf(wordsOf(name))
    const known = names.get(key)
    if (known) known.push(value)
    else names.set(key, [value])
  }
  for (let row = 0; row < table.streetCount; row++) {
    put(streets, table.streetName(row), row)
    put(named, table.streetName(row), () => table.street(row))
  }
  for (let row = 0; row < table.placeCount; row++) put(named, table.placeName(row), () => table.place(row))
  for (let row = 0; row < table.poiCount; row++) put(named, table.poiName(row), () => table.poi(row))

  const houses = (name: readonly string[], number: string): Address[] =>
    (streets.get(keyOf(name)) ?? []).flatMap((row) => {
      const { first, count } = table.housesOf(row)
      const found: Address[] = []
      for (let house = first; house < first + count; house++) {
        if (keyOf(wordsOf(table.houseNumber(house))) === number) found.push(table.house(house))
      }
      return found
    })

  return (text) => {
    const words = wordsOf(text).slice(0, MOST_WORDS)
    const asked = keyOf(words)
    // A label begins with its name, or with a number and a street, and may have been typed without its commas.
    const found = words.flatMap((_, at) => {
      const head = words.slice(0, at + 1)
      const whole = (named.get(keyOf(head)) ?? []).map((make) => make())
      // The number stands in front or behind, and "12-14" or "3/12" is more than one word.
      const numbered = [1, 2, 3].flatMap((count) => [
        ...houses(head.slice(count), keyOf(head.slice(0, count))),
        ...houses(head.slice(0, -count), keyOf(head.slice(-count))),
      ])
      return [...whole, ...numbered]
    })
    return found.filter((address) => keyOf(wordsOf(address.label)) === asked)
  }
}

/** No label is longer. */
const MOST_WORDS = 40

const keyOf = (words: readonly string[]): string => words.join(' ')

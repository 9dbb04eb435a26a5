import { flatDistance } from '@ambit/geo'
import type { Address, LngLat } from './address.ts'
import type { AddressTable } from './table.ts'
import { fold, wholeNumber } from './words.ts'

/** `house` is the house itself, one with a number like it ("12a" or "10-14" for 12), or a neighbour of its place */
export type NumberMatch = { kind: 'known' | 'alike' | 'between'; house: number; make: () => Address }
export type Numbers = {
  /** Where a street has the number twice, the house that `suits` comes first. */
  find: (street: number, number: string, unit: string | null, suits: (house: number) => boolean) => NumberMatch | null
}

/** Known neighbours further apart than this say nothing about what lies between them. */
const LONGEST_GAP_M = 700
/** A number this little beyond the last known one is placed at that one. */
const BEYOND = 12

type Known = { kind: 'known' | 'alike'; house: number }
type Neighbour = { house: number; value: number }

/** A number without capitals and what people leave out: "215 B", "723-B" and "723b" are written alike. */
const plainNumber = (number: string): string =>
  fold(number)
    .replace(/(\d)[\s-]+([a-z])/g, '$1$2')
    .replace(/[^\p{L}\p{N}/ -]/gu, '')
    .trim()

const covers = (known: string, asked: number): boolean => {
  const range = /^(\d+)\s*[-–]\s*(\d+)/.exec(known)
  return range !== null && Number(range[1]) <= asked && asked <= Number(range[2])
}

/** House numbers inside a street: the one asked for, or its place between the neighbours on the same side. */
export const createNumbers = (table: AddressTable): Numbers => {
  const plainNumbers = new Map<string, string>()
  const numberOf = (house: number): string => {
    const number = table.houseNumber(house)
    const known = plainNumbers.get(number) ?? plainNumber(number)
    plainNumbers.set(number, known)
    return known
  }

  /** "12" answers "12a" and "10-14" too where there is no 12. */
  const exact = (first: number, count: number, asked: string, suits: (house: number) => boolean): Known | null => {
    const value = wholeNumber(asked)
    let same: number | null = null
    let fallback: number | null = null
    for (let house = first; house < first + count; house++) {
      const known = numberOf(house)
      if (known === asked) {
        if (suits(house)) return { kind: 'known', house }
        same ??= house
      }
      if (value === null) continue
      if (fallback === null && (covers(known, value) || (wholeNumber(known) === value && !known.includes('-')))) {
        fallback = house
      }
    }
    if (same !== null) return { kind: 'known', house: same }
    return fallback === null ? null : { kind: 'alike', house: fallback }
  }

  const exactOnly = (first: number, count: number, asked: string): Known | null => {
    for (let house = first; house < first + count; house++)
      if (numberOf(house) === asked) return { kind: 'known', house }
    return null
  }

  return {
    find: (street, number, unit, suits) => {
      const { first, count } = table.housesOf(street)
      if (count === 0) return null
      const asked = plainNumber(number)
      const known =
        (unit === null ? null : exactOnly(first, count, `${unit}/${asked}`)) ?? exact(first, count, asked, suits)
      if (known === null) return between(table, first, count, asked)
      return { ...known, make: () => named(table.house(known.house), unit) }
    },
  }
}

const neighbours = (
  table: AddressTable,
  first: number,
  count: number,
  value: number,
  step: 1 | 2,
): { below: Neighbour | null; above: Neighbour | null } => {
  let below: Neighbour | null = null
  let above: Neighbour | null = null
  for (let house = first; house < first + count; house++) {
    const known = wholeNumber(table.houseNumber(house))
    if (known === null || (step === 2 && known % 2 !== value % 2)) continue
    if (known < value && (below === null || known > below.value)) below = { house, value: known }
    if (known > value && (above === null || known < above.value)) above = { house, value: known }
  }
  return { below, above }
}

const between = (table: AddressTable, first: number, count: number, asked: string): NumberMatch | null => {
  const value = wholeNumber(asked)
  if (value === null) return null
  for (const step of [2, 1] as const) {
    const { below, above } = neighbours(table, first, count, value, step)
    if (below && above) {
      const [a, b] = [table.houseAt(below.house), table.houseAt(above.house)]
      if (flatDistance(a, b) > LONGEST_GAP_M) continue
      const share = (value - below.value) / (above.value - below.value)
      const at: LngLat = [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]
      return { kind: 'between', house: below.house, make: () => table.between(below.house, asked.toUpperCase(), at) }
    }
    const last = below ?? above
    if (last && Math.abs(last.value - value) <= BEYOND) {
      return {
        kind: 'between',
        house: last.house,
        make: () => table.between(last.house, asked.toUpperCase(), table.houseAt(last.house)),
      }
    }
  }
  return null
}

/** The unit that the caller named stays in what is written down for the driver. */
const named = (address: Address, unit: string | null): Address => {
  const number = address.house_number
  if (unit === null || number === undefined || number.includes('/')) return address
  const full = `${unit.toUpperCase()}/${number}`
  const swap = (text: string): string => text.replace(number, full)
  return {
    ...address,
    id: `${address.id}:${unit}`,
    house_number: full,
    title: swap(address.title),
    label: swap(address.label),
  }
}

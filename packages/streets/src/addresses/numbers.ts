import { flatDistance } from '@ambit/geo'
import type { Address, LngLat } from './address.ts'
import type { AddressTable } from './table.ts'
import { fold, wholeNumber } from './words.ts'

export type NumberMatch = { kind: 'known' | 'between'; make: () => Address }
export type Numbers = { find: (street: number, number: string, unit: string | null) => NumberMatch | null }

/** Known neighbours further apart than this say nothing about what lies between them. */
const LONGEST_GAP_M = 700
/** A number this little beyond the last known one is placed at that one. */
const BEYOND = 12

type Neighbour = { house: number; value: number }

/** "12" answers "12a" and "12-14" too, "12a" is answered by "12" when nothing is closer. */
const sameNumber = (known: string, asked: string): boolean => known === asked

const covers = (known: string, asked: number): boolean => {
  const range = /^(\d+)\s*[-–]\s*(\d+)/.exec(known)
  return range !== null && Number(range[1]) <= asked && asked <= Number(range[2])
}

/** House numbers inside a street: the one asked for, or its place between the neighbours on the same side. */
export const createNumbers = (table: AddressTable): Numbers => {
  const exact = (first: number, count: number, asked: string): number | null => {
    const value = wholeNumber(asked)
    let fallback: number | null = null
    for (let house = first; house < first + count; house++) {
      const known = fold(table.houseNumber(house))
      if (sameNumber(known, asked)) return house
      if (value === null) continue
      if (fallback === null && (covers(known, value) || (wholeNumber(known) === value && !known.includes('-')))) {
        fallback = house
      }
    }
    return fallback
  }

  const neighbours = (
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

  const between = (first: number, count: number, asked: string): NumberMatch | null => {
    const value = wholeNumber(asked)
    if (value === null) return null
    for (const step of [2, 1] as const) {
      const { below, above } = neighbours(first, count, value, step)
      if (below && above) {
        const [a, b] = [table.houseAt(below.house), table.houseAt(above.house)]
        if (flatDistance(a, b) > LONGEST_GAP_M) continue
        const share = (value - below.value) / (above.value - below.value)
        const at: LngLat = [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]
        return { kind: 'between', make: () => table.between(below.house, asked.toUpperCase(), at) }
      }
      const last = below ?? above
      if (last && Math.abs(last.value - value) <= BEYOND) {
        return {
          kind: 'between',
          make: () => table.between(last.house, asked.toUpperCase(), table.houseAt(last.house)),
        }
      }
    }
    return null
  }

  return {
    find: (street, number, unit) => {
      const { first, count } = table.housesOf(street)
      if (count === 0) return null
      const withUnit = unit === null ? null : `${unit}/${number}`
      const house = (withUnit === null ? null : exactOnly(table, first, count, withUnit)) ?? exact(first, count, number)
      if (house === null) return between(first, count, number)
      return { kind: 'known', make: () => named(table.house(house), unit) }
    },
  }
}

const exactOnly = (table: AddressTable, first: number, count: number, asked: string): number | null => {
  for (let house = first; house < first + count; house++) if (fold(table.houseNumber(house)) === asked) return house
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

import {
  ApiError,
  type BookingGroupSearchInput,
  type GroupRefusal,
  MAX_PASSENGERS,
  type Place,
  type Seating,
} from '@ambit/contract'
import type { z } from 'zod'
import { noPattern, type PatternForm } from '../../records/series/pattern.ts'
import { groupStrings } from './strings.ts'

const words = groupStrings.errors

export type Way = 'same' | 'toMany' | 'fromMany'
/** One passenger of record with those who come along; `place` is where the way of this one alone begins or ends. */
export type Member = { id: number; name: string; people: number; place: Place | null }

export type GroupForm = {
  name: string
  seating: Seating
  all: boolean
  way: Way
  origin: Place | null
  destination: Place | null
  departing: boolean
  traveling_at: string
  /** the first date is that of `traveling_at` */
  repeat: PatternForm
  /** of one that repeats: `HH:MM` at which it goes back on the same day; null: it does not */
  back: string | null
  members: readonly Member[]
}

/** Some fields, or what becomes of them as the form is then. */
export type ChangeForm = (to: Partial<GroupForm> | ((form: GroupForm) => Partial<GroupForm>)) => void

export const emptyForm = (traveling_at: string): GroupForm => ({
  name: '',
  seating: 'together',
  all: true,
  way: 'same',
  origin: null,
  destination: null,
  departing: true,
  traveling_at,
  repeat: noPattern(),
  back: null,
  members: [],
})

/** What is wrong, by the field; of a member by its id. */
export type GroupErrors = {
  name?: string
  origin?: string
  destination?: string
  members?: string
  of: ReadonlyMap<number, string>
}

export const repeats = ({ repeat }: GroupForm): boolean => repeat.choice !== 'none'

export const memberName = ({ members }: GroupForm, id: number): string =>
  members.find((one) => one.id === id)?.name ?? `ID: ${id}`

export const seatsOf = ({ members }: GroupForm): number => members.reduce((sum, { people }) => sum + people, 0)

/** Which end each member has alone; null: none. */
export const ownEnd = (way: Way): 'origin' | 'destination' | null =>
  way === 'same' ? null : way === 'toMany' ? 'destination' : 'origin'

export const missingIn = (form: GroupForm): GroupErrors => {
  const own = ownEnd(form.way)
  const members = form.members.length < 2 ? words.few : seatsOf(form) > MAX_PASSENGERS ? words.seats : undefined
  return {
    ...(form.name.trim() === '' ? { name: words.name } : {}),
    ...(own !== 'origin' && form.origin === null ? { origin: words.place } : {}),
    ...(own !== 'destination' && form.destination === null ? { destination: words.place } : {}),
    ...(members === undefined ? {} : { members }),
    of: new Map(
      own === null ? [] : form.members.flatMap(({ id, place }) => (place === null ? [[id, words.place] as const] : [])),
    ),
  }
}

export const isComplete = ({ of, ...errors }: GroupErrors): boolean => of.size === 0 && Object.keys(errors).length === 0

/** What is asked for; null while a place is missing. */
export const searchBody = (form: GroupForm): z.input<typeof BookingGroupSearchInput> | null => {
  const own = ownEnd(form.way)
  const members = form.members.flatMap(({ id, people, place }) => {
    const [origin, destination] = [
      own === 'origin' ? place : form.origin,
      own === 'destination' ? place : form.destination,
    ]
    if (origin === null || destination === null) return []
    return [{ traveler_id: id, passengers: Array.from({ length: people }, () => ({})), origin, destination }]
  })
  if (members.length < form.members.length) return null
  const { seating, all: all_or_none, traveling_at, departing } = form
  return { seating, all_or_none, traveling_at, departing, members }
}

/** What was refused: as a whole, of each member by id, and what would work. */
export type Refused = { text: string; of: ReadonlyMap<number, string>; refusal: GroupRefusal | null }

export const refusedIn = (error: unknown, { members }: GroupForm): Refused => {
  if (!(error instanceof ApiError)) return { text: groupStrings.failed, of: new Map(), refusal: null }
  const of = new Map<number, string>()
  const rest: string[] = []
  for (const { source, detail } of error.errors) {
    const at = /^\/members\/(\d+)\//.exec(source?.pointer ?? '')?.[1]
    const member = at === undefined ? undefined : members[Number(at)]
    if (member === undefined) rest.push(detail)
    else of.set(member.id, detail)
  }
  const refusal = (error.meta?.['refusal'] ?? null) as GroupRefusal | null // as the contract says
  const reason = error.meta?.['reason']
  const whole = typeof reason === 'string' ? [reason] : rest
  return { text: whole.join(' '), of, refusal }
}

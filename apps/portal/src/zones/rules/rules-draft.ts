import {
  api,
  type BookingRules,
  BookingRulesInput,
  DEFAULT_BOOKING_RULES,
  type ServiceSpan,
  type SpecialDay,
  SpecialDayInput,
} from '@ambit/contract'
import type { z } from 'zod'
import { client } from '../../api/client.ts'
import type { Drafts } from '../../drafts/create-drafts.ts'
import { type Diff, type Identified, newDraftId, type RecordId } from '../../drafts/diff.ts'
import { mergeDraft } from '../../drafts/merge.ts'
import { type ToSave, toSave } from '../../drafts/to-save.ts'
import { toClock, toMinutes } from '../../form/clock-text.ts'
import { notify } from '../../notifications/notify.tsx'
import { rulesStrings as words } from './strings.ts'

type RulesFields = z.output<typeof BookingRulesInput>
export type DayFields = z.output<typeof SpecialDayInput>
export type RulesDraft = RulesFields & { id: RecordId; version: number }
export type DayDraft = DayFields & { id: RecordId; version: number }
type RuleKinds = { booking_rules: RulesDraft; special_days: DayDraft }
export type RuleDrafts = Drafts<RuleKinds>
export type Loaded = { booking_rules: readonly RulesDraft[]; special_days: readonly DayDraft[] }

export const loadedOf = (rules: readonly BookingRules[], days: readonly SpecialDay[]): Loaded => ({
  booking_rules: rules,
  special_days: days,
})

export const newRules = (holds_from: string): RulesDraft => ({
  id: newDraftId(),
  version: 0,
  holds_from,
  ...DEFAULT_BOOKING_RULES,
})

export const newDay = (date: string, name = ''): DayDraft => ({
  id: newDraftId(),
  version: 0,
  date,
  name,
  notice: '',
  hours: [],
})

export const OPEN_ALL_WEEK: ServiceSpan[][] = Array.from({ length: 7 }, () => [{ from: 6 * 60, until: 22 * 60 }])

/** The hours by the same clock, in a service day that begins at another time. */
export const movedTo = (hours: ServiceSpan[][] | null, starts: number): ServiceSpan[][] | null =>
  hours?.map((spans) =>
    spans
      .map(({ from, until }) => ({
        from: toMinutes(toClock(from), starts, false),
        until: toMinutes(toClock(until), starts, true),
      }))
      .toSorted((a, b) => a.from - b.from),
  ) ?? null

/** What is wrong with a record, by the path of its field: `hours.0`. */
export type Problems = ReadonlyMap<string, string>

const problemsIn = (schema: z.ZodType, record: unknown): Problems =>
  new Map((schema.safeParse(record).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))

export const rulesProblems = (rules: RulesDraft): Problems => problemsIn(BookingRulesInput, rules)
export const dayProblems = (day: DayDraft): Problems => problemsIn(SpecialDayInput, day)

/** The first that is wrong with a field or with what is in it. */
export const problemAt = (problems: Problems, field: string): string | null => {
  for (const [path, text] of problems) if (path === field || path.startsWith(`${field}.`)) return text
  return null
}

const rulesFields = [
  'holds_from',
  'day_starts',
  'hours',
  'cut_off',
  'cut_off_leave_now',
  'max_open_bookings',
  'max_passengers',
  'max_companions',
] as const
const dayFields = ['date', 'name', 'notice', 'hours'] as const

const numberOf = (id: RecordId): number => Number(id)

type Calls<R> = {
  create: (values: Partial<R>) => Promise<unknown>
  update: (id: number, version: number, changes: Partial<R>) => Promise<unknown>
  destroy: (id: number, version: number) => Promise<unknown>
}

/** Sends what has changed, what goes first; each record that was taken is noted in `done`. */
const send = async <R extends { id: RecordId; version: number }>(
  { create, update, destroy }: ToSave<R>,
  calls: Calls<R>,
  done: Set<RecordId>,
): Promise<void> => {
  for (const { id, version } of destroy) done.add((await calls.destroy(numberOf(id), version), id))
  for (const { record, changes } of update)
    done.add((await calls.update(numberOf(record.id), record.version, changes), record.id))
  for (const { draft, values } of create) done.add((await calls.create(values), draft))
}

type Drafted = { booking_rules?: Diff<RulesDraft>; special_days?: Diff<DayDraft> }

/** Saves the drafts of a zone, one record after the other. Throws what the server refused, with `done` filled so far. */
export const saveDrafts = async (zone: number, drafted: Drafted, done: Set<RecordId>): Promise<void> => {
  const params = { id: zone }
  await send(
    toSave(drafted.booking_rules ?? new Map(), rulesFields),
    {
      create: (values) => client.call(api.bookingRules.create, { params, body: { holds_from: '', ...values } }),
      update: (id, version, body) => client.call(api.bookingRules.update, { params: { id }, version, body }),
      destroy: (id, version) => client.call(api.bookingRules.destroy, { params: { id }, version }),
    },
    done,
  )
  await send(
    toSave(drafted.special_days ?? new Map(), dayFields),
    {
      create: (values) => client.call(api.specialDays.create, { params, body: { date: '', name: '', ...values } }),
      update: (id, version, body) => client.call(api.specialDays.update, { params: { id }, version, body }),
      destroy: (id, version) => client.call(api.specialDays.destroy, { params: { id }, version }),
    },
    done,
  )
}

/** What is left of a draft after a save that was refused on the way. */
export const leftOf = ({ booking_rules, special_days }: Drafted, done: ReadonlySet<RecordId>): Drafted => ({
  booking_rules: without(booking_rules, done),
  special_days: without(special_days, done),
})

const without = <R>(diff: Diff<R> | undefined, done: ReadonlySet<RecordId>): Diff<R> =>
  new Map([...(diff ?? [])].filter(([id]) => !done.has(id)))

/** The drafted fields go over what is stored now; what another user has deleted is gone. */
export const loadBeneath = (drafts: RuleDrafts, stored: Loaded, left: { label: string; draft: Drafted }): void => {
  const rules = mergeOver(left.draft.booking_rules, stored.booking_rules, rulesFields)
  const days = mergeOver(left.draft.special_days, stored.special_days, dayFields)
  if (rules.contests.length + days.contests.length > 0)
    notify({ key: 'rules-merged', type: 'warning', title: words.title, message: words.merged })
  drafts.load(stored, { label: left.label, draft: { booking_rules: rules.diff, special_days: days.diff } })
}

const mergeOver = <R extends Identified>(
  diff: Diff<R> | undefined,
  theirs: readonly R[],
  fields: readonly (keyof R & string)[],
) =>
  mergeDraft<R>({
    diff: diff ?? new Map(),
    theirs,
    fields,
    // A field's key names it after a colon.
    side: (key) => (key.includes(':') ? 'mine' : 'theirs'),
    revive: (id) => id,
  })

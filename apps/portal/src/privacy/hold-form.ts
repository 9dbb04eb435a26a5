import { type Hold, type HoldInput, type HoldKind, holdKinds, HoldRenewal } from '@ambit/contract'
import { z } from 'zod'
import { holdStrings as words } from './hold-strings.ts'

/** All that a hold of any kind has; which of it is asked for follows from the kind. */
export const HoldForm = z
  .object({
    kind: z.enum(holdKinds),
    record_id: z.number().int().positive(words.needsRecord).nullable(),
    from_day: z.string(),
    to_day: z.string(),
    ends_at: z.string().min(1, words.needsEnd),
    reason: HoldRenewal.shape.reason,
  })
  .superRefine(({ kind, record_id, from_day, to_day }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (kind !== 'days') {
      if (record_id === null) refuse('record_id', words.needsRecord)
      return
    }
    if (from_day === '') refuse('from_day', words.needsDay)
    if (to_day === '') refuse('to_day', words.needsDay)
    else if (to_day < from_day) refuse('to_day', words.wrongOrder)
  })
export type HoldForm = z.infer<typeof HoldForm>

/** `travelers.17`: what a new hold begins with. */
export const startOf = (id: string): Pick<HoldForm, 'kind' | 'record_id'> => {
  const [kind, record] = id.split('.')
  const number = Number(record)
  return {
    kind: holdKinds.find((one) => one === kind) ?? 'travelers',
    record_id: Number.isSafeInteger(number) && number > 0 ? number : null,
  }
}

export const holdValues = (hold: Hold | null, start: { kind: HoldKind; record_id: number | null }): HoldForm => ({
  kind: hold?.kind ?? start.kind,
  record_id: hold === null ? start.record_id : hold.record_id,
  from_day: hold?.from_day ?? '',
  to_day: hold?.to_day ?? '',
  ends_at: hold?.ends_at ?? '',
  reason: hold?.reason ?? '',
})

export const holdBody = ({ kind, record_id, from_day, to_day, ends_at, reason }: HoldForm): HoldInput =>
  kind === 'days' ? { kind, from_day, to_day, ends_at, reason } : { kind, record_id: record_id ?? 0, ends_at, reason } // the form refuses none

import { JourneyInput, Place, ServiceRequestInput } from '@ambit/contract'
import { z } from 'zod'
import { freshKey } from '../api/fresh-key.ts'

/**
 * What a confirmation was sent with. It is kept before it is sent, and sent again with the same key until its answer has
 * come, so that a reload in between books nothing twice.
 */
const Sent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('one'), key: z.string(), body: ServiceRequestInput }),
  z.object({ kind: z.literal('both'), key: z.string(), body: JourneyInput }),
])
export type Sent = z.infer<typeof Sent>

const Outcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('booked'), pickup: z.string(), back: z.string().nullable() }),
  /** `next`: the next time that works, by the clock of the region */
  z.object({ kind: z.literal('refused'), why: z.string(), next: z.string().nullable() }),
])
export type Outcome = z.infer<typeof Outcome>

const SheetRow = z.object({
  id: z.string(),
  traveler: z.number().nullable(),
  from: Place.nullable(),
  to: Place.nullable(),
  /** `HH:MM` by the clock of the region */
  time: z.string(),
  /** empty: no return */
  back: z.string(),
  /** null: as in the profile */
  aids: z.array(z.number()).nullable(),
  sent: Sent.nullable(),
  outcome: Outcome,
})
export type SheetRow = z.infer<typeof SheetRow>

const Sheet = z.object({ date: z.string(), rows: z.array(SheetRow) })
export type Sheet = z.infer<typeof Sheet>

/** A further row, for the same ride as the one before it. */
export const rowAfter = (before: SheetRow | undefined, traveler: number | null = null): SheetRow => ({
  id: freshKey(),
  traveler,
  from: before?.from ?? null,
  to: before?.to ?? null,
  time: before?.time ?? '',
  back: before?.back ?? '',
  aids: null,
  sent: null,
  outcome: { kind: 'open' },
})

const keyOf = (user: number, organisation: number): string => `booking-sheet:${user}:${organisation}`

/** The sheet that this user was filling in, in this tab of the browser; null: none. */
export const readSheet = (user: number, organisation: number): Sheet | null => {
  const text = sessionStorage.getItem(keyOf(user, organisation))
  if (text === null) return null
  try {
    return Sheet.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

export const keepSheet = (user: number, organisation: number, sheet: Sheet): void =>
  sessionStorage.setItem(keyOf(user, organisation), JSON.stringify(sheet))

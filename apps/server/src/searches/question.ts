import type { SearchInput } from '@ambit/contract'
import type { z } from 'zod'
import type { Actor } from '../http/bind.ts'
import { isRepresentative, isUnnamed, regionScope, userIdOf } from '../http/scope.ts'
import type { BookedWith } from '../planning/plan/context.ts'

export type SearchQuestion = z.output<typeof SearchInput>

/**
 * Who asks: the user's id for created_by, the regions that the user is limited to, whether the user knows passengers by
 * their number alone, whether the passenger's cards may pay, and the app that a passenger asks by.
 */
export type Asker = BookedWith & {
  user_id: number | null
  regions: readonly number[] | null
  pseudonymous: boolean
  cards: boolean
}

export const askerOf = (actor: Actor): Asker => ({
  user_id: userIdOf(actor),
  regions: regionScope(actor),
  pseudonymous: isUnnamed(actor),
  cards: !isRepresentative(actor),
  app: actor.kind === 'passenger' ? actor.consumer_app_id : null,
})

/** The right to book past cut-off, horizon and counts. */
export const OVERRIDE = 'TravellerManagement:bookingRuleOverride:canUpdate'

/** What was searched or booked with, for columns such as booking_method. */
export const methodOf = ({ app }: BookedWith): 'app' | 'portal' => (app === null ? 'portal' : 'app')

/** The region that was asked for, within those of the user; null: all. */
export const regionsAsked = (region: number | null, allowed: readonly number[] | null): readonly number[] | null =>
  region === null ? allowed : (allowed ?? [region]).filter((id) => id === region)

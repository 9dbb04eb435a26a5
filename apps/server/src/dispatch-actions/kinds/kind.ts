import type { DispatchAction, Effect, PermissionKey, Reason, RequestStatus } from '@ambit/contract'
import type { Deps } from '../../deps.ts'
import type { Disrupted } from '../../disruptions/tell-left.ts'
import type { Actor } from '../../http/bind.ts'
import type { By } from '../../planning/change/booking-history.ts'
import type { PlanCause, PlanChange } from '../../planning/change/change-plan.ts'

/** A booking that an action names, as it is stored. */
export type NamedBooking = {
  id: number
  traveler_id: number
  traveler_name: string
  status: RequestStatus
  trip_id: number | null
  vehicle_number: string | null
  zone_id: number
  zone_name: string
  region_id: number
}

export type LeftOut = { booking: NamedBooking; reason: string }

/** Which plans an action is about. */
export type Place = { zone_ids: readonly number[]; region_id: number }

/** An action under way: the plans are locked until it ends. */
export type Run<A extends DispatchAction = DispatchAction> = {
  deps: Deps
  action: A
  actor: Actor
  by: By
  changes: readonly PlanChange[]
  /** of the zone that it is about; of the first where there are several */
  change: PlanChange
  /** those of the action that can follow */
  bookings: readonly NamedBooking[]
  /** those that cannot; carrying out may add some */
  leftOut: LeftOut[]
  /** why the person does it, as given with accepting */
  reason: string | null
  /** what the effect says besides */
  notes: string[]
  /** what becomes of fares, and of ways back */
  fares: Effect['fares']
  /** why vehicles that were tried were not chosen */
  notChosen: Map<number, Reason[]>
  couldServe: Set<number>
  /** vehicles by trip, as the plan was */
  vehicles: ReadonlyMap<number, string>
  /** the vehicle that an option adds, or keeps in service for longer */
  added: string | null
  /** every trip may be driven otherwise, though none is written */
  everyTrip: boolean
  /** of `optimise_now` */
  found: string | null
  /** what it ended, shortened or closed: whom that leaves needs a person */
  disrupted: Disrupted | null
}

export type Way<A extends DispatchAction> = {
  key: string
  /** without names of passengers; asked for when it has been carried out */
  title: (run: Run<A>) => string
  /** Writes it, by the functions of `planning/change` alone. Throws NoWay where there is no such way. */
  carryOut: (run: Run<A>) => Promise<void>
}

/** The members of the contract's union, by their kind. */
export type Asked<K extends DispatchAction['kind']> = Extract<DispatchAction, { kind: K }>

export type Kind<A extends DispatchAction> = {
  reads: PermissionKey
  changes: PermissionKey
  cause: PlanCause
  /** somebody who comes late by it is no override: what happened cannot be chosen */
  forced: boolean
  place: (deps: Deps, action: A, actor: Actor) => Promise<Place>
  /** what has to be found out before any plan is locked: answers the action with it */
  prepare?: (deps: Deps, action: A) => Promise<A>
  /** bookings that it names */
  bookings?: (action: A) => readonly number[]
  /** whoever travels together with one of them goes along */
  takesGroups?: (action: A) => boolean
  /** why a booking cannot follow; null: it can */
  refuse?: (booking: NamedBooking, run: Run<A>) => string | null | Promise<string | null>
  /** what was asked for, then others that are worth a look */
  ways: readonly [Way<A>, ...Way<A>[]]
}

import type { StrategyConfiguration } from '@ambit/contract'
import { dateIn, minutesIn, townTraffic, weekdayOf } from '@ambit/domain'
import type { Random } from '@ambit/random'
import { MINUTE, SECOND } from '../timeline/timeline.ts'

/** Random deviations from the plan. Shares are of events, rates are per hour of driving. */
export type Rates = {
  noShow: number
  lostSignalsPerHour: number
  /** the share of lost signals that stay away for long, and then taps wait for them as well */
  deadZones: number
  manualNavigation: number
  /** a closed road, a lorry unloading: the leg takes minutes longer */
  incident: number
  /** how far drives, stops and passengers are off what is usual: 1 as in any town, 0 not at all */
  unevenness: number
  /** the share of its time in which a drive can be done to arrive when due */
  makesUp: number
}
export const ordinaryRates: Rates = {
  noShow: 0.03,
  lostSignalsPerHour: 0.35,
  deadZones: 0,
  manualNavigation: 0.02,
  incident: 0.008,
  unevenness: 1,
  makesUp: 1,
}
/** A day on which much goes wrong. */
export const roughRates: Rates = {
  ...ordinaryRates,
  noShow: 0.07,
  lostSignalsPerHour: 1.2,
  deadZones: 0.25,
  manualNavigation: 0.05,
  incident: 0.03,
}
/** Nothing goes wrong, and drivers make up for the time that their calls take of a hurried clock. */
export const calmRates: Rates = {
  noShow: 0,
  lostSignalsPerHour: 0,
  deadZones: 0,
  manualNavigation: 0,
  incident: 0,
  unevenness: 0,
  makesUp: 0.4,
}

/** The factor on free flow at that time, before a leg's random part. */
export const trafficAt = (timeZone: string, moment: number): number => {
  const time = new Date(moment)
  return townTraffic(weekdayOf(dateIn(timeZone, time)), minutesIn(timeZone, time))
}

/** Seconds that a leg takes, from its seconds in free flow; `due_s`: seconds until its end is due. */
export const drawDriving = (
  random: Random,
  rates: Rates,
  seconds: number,
  timeZone: string,
  moment: number,
  due_s: number,
): number => {
  const luck = Math.exp(0.07 * rates.unevenness * random.normal())
  const delay = random.chance(rates.incident) ? random.between(90, 420) : 0
  const usual = seconds * trafficAt(timeZone, moment) * Math.min(1.5, Math.max(0.75, luck)) + delay
  return Math.min(usual, Math.max(usual * rates.makesUp, due_s))
}

/** Doors and ramps: what a stop takes before the first passenger moves, milliseconds. */
export const drawDoors = (random: Random, rates: Rates, { dwell_stop_s }: StrategyConfiguration): number =>
  spread(random, rates, dwell_stop_s) * SECOND

/** What one booking takes to board or alight, milliseconds. */
export const drawDwell = (
  random: Random,
  rates: Rates,
  { dwell_passenger_s, dwell_wheelchair_s }: StrategyConfiguration,
  passengers: number,
  wheelchairs: number,
): number =>
  spread(random, rates, dwell_passenger_s * (passengers - wheelchairs) + dwell_wheelchair_s * wheelchairs) * SECOND

/** Mostly a little less than planned, sometimes a good deal more. */
const spread = (random: Random, { unevenness }: Rates, planned: number): number =>
  planned * Math.min(2.2, 0.85 * Math.exp(0.28 * unevenness * random.normal()))

/** When the passenger is at the stop: about when the window opens; null when never. */
export const drawReady = (random: Random, rates: Rates, windowOpens: number): number | null => {
  const comes = !random.chance(rates.noShow)
  const off = Math.min(150, Math.max(-300, -75 + 70 * rates.unevenness * random.normal()))
  return comes ? windowOpens + off * SECOND : null
}

/** How long it is away, milliseconds. */
export const drawLostSignal = (random: Random, { deadZones }: Rates): number =>
  deadZones > 0 && random.chance(deadZones) ? random.between(10, 35) * MINUTE : random.between(75, 260) * SECOND

/** Drivers who come late, of all. */
const LATE = 0.1

/**
 * When drivers sign on: most of them 8 to 1 minutes before their shift, who have the vehicle to look at; the others up to
 * 3 minutes late. Milliseconds from the beginning of the shift.
 */
export const drawSignOn = (random: Random): number => {
  // One number for both, so that what is drawn after it stays the same.
  const place = random.between(0, 1)
  return place < LATE ? (place / LATE) * 3 * MINUTE : (-1 - 7 * ((place - LATE) / (1 - LATE))) * MINUTE
}

import { flatDistance, type LngLat } from '@ambit/geo'

const NEAR_M = 150
const SOON_MS = 30 * 60_000

/** When somebody is on board, in milliseconds since 1970. */
export type OnBoard = { boards: number; alights: number }

/** When and where a ride begins, and when it ends, as planned. */
export type RideSpan = OnBoard & { from: LngLat }

/** Whether one passenger would have to be on board of both. */
export const overlap = (a: OnBoard, b: OnBoard): boolean => a.boards < b.alights && b.boards < a.alights

/** The same, and also where one ends in the moment in which the other begins. */
export const touch = (a: OnBoard, b: OnBoard): boolean => a.boards <= b.alights && b.boards <= a.alights

const isNear = (a: LngLat, b: LngLat): boolean => flatDistance(a, b) <= NEAR_M

/** Whether the second may have been meant to be the first: it begins near there about then. */
export const seemsTheSame = (a: RideSpan, b: RideSpan): boolean =>
  Math.abs(a.boards - b.boards) <= SOON_MS && isNear(a.from, b.from)

type Window = { opens: number; closes: number }

/** Where a ride is asked for, and the windows in which it begins and ends; null: it is not known. */
export type AskedRide = { from: LngLat; to: LngLat; pickup: Window | null; dropoff: Window | null }

const apart = (a: Window, b: Window): number => Math.max(a.opens - b.closes, b.opens - a.closes, 0)

/** Whether both are one ride that was asked for twice: both ends lie within 150 m, and the windows within half an hour. */
export const isDuplicate = (a: AskedRide, b: AskedRide): boolean => {
  const soon = (one: Window | null, other: Window | null): boolean =>
    one === null || other === null || apart(one, other) <= SOON_MS
  return isNear(a.from, b.from) && isNear(a.to, b.to) && soon(a.pickup, b.pickup) && soon(a.dropoff, b.dropoff)
}

/** Whole minutes that are missing between a ride's end and the next one's beginning for a drive of so many seconds. */
export const minutesMissing = (before: OnBoard, after: OnBoard, driveSeconds: number): number =>
  Math.max(0, Math.ceil((before.alights + driveSeconds * 1000 - after.boards) / 60_000))

import type { ZoneSolution } from '@ambit/contract'
import { DASH, type Format } from '../settings/create-format.ts'
import { solutionStrings as words } from './strings.ts'

/** Hours with one decimal; a dash where nothing is known. */
export const hoursText = (seconds: number | null, format: Format): string =>
  seconds === null ? DASH : words.hours(format.number(seconds / 3600, 1))

/** A dash where nothing is known. */
export const distanceText = (metres: number | null, format: Format): string =>
  metres === null ? DASH : format.distance(metres)

/** The share of the distance that is driven without passengers. */
export const emptyText = ({ distance_m, empty_m }: ZoneSolution, format: Format): string =>
  distance_m === null || empty_m === null || distance_m === 0 ? DASH : format.percentage(empty_m / distance_m)

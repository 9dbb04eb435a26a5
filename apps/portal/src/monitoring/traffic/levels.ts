import type { TravelFactors } from '@ambit/contract'
import { hourOfWeek } from '@ambit/domain'

export type TrafficLevel = 'free' | 'slow' | 'heavy'

const SLOW_FROM = 1.1
const HEAVY_FROM = 1.3

/** `factor`: by what driving times in free flow are multiplied */
export const levelOf = (factor: number): TrafficLevel =>
  factor >= HEAVY_FROM ? 'heavy' : factor >= SLOW_FROM ? 'slow' : 'free'

/** The factor of a region's week at a moment, by the region's clocks. */
export const factorAt = ({ time_zone, factors }: TravelFactors, now: Date): number =>
  factors[hourOfWeek(time_zone, now)]?.factor ?? 1

import type { Random } from '@ambit/random'

/**
 * Shares of an ordinary day's travel requests by hour: work and school in the morning, errands, the way home from half
 * past two, few in the evening. They sum to 1.
 */
const weights = [1, 0.5, 0.5, 0.5, 1, 4, 16, 44, 62, 50, 42, 40, 40, 40, 46, 60, 56, 50, 36, 24, 16, 11, 6, 3]
const total = weights.reduce((sum, weight) => sum + weight, 0)
export const hourlyShares: readonly number[] = weights.map((weight) => weight / total)

/** A time of travel, minutes after midnight, drawn from the hourly shares. */
export const drawTravelMinutes = (random: Random): number => {
  const hour = random.weighted(
    hourlyShares.map((share, at) => ({ share, at })),
    ({ share }) => share,
  )
  return (hour.at + random.next()) * 60
}

/** Requests per hour at a minute of the day, interpolated between the middles of hours, for a number of requests a day. */
export const requestsPerHour = (minutes: number, perDay: number): number => {
  const position = minutes / 60 - 0.5
  const before = Math.floor(position)
  const share = position - before
  const at = (hour: number): number => hourlyShares[(hour + 24) % 24] ?? 0
  return perDay * (at(before) * (1 - share) + at(before + 1) * share)
}

export type Lead = 'now' | 'soon' | 'ahead'

/** Minutes between request and travel: some for now, most some hours ahead, some days ahead. */
export const drawLeadMinutes = (random: Random): number => {
  const kind = random.weighted<{ lead: Lead; weight: number }>(
    [
      { lead: 'now', weight: 0.3 },
      { lead: 'soon', weight: 0.4 },
      { lead: 'ahead', weight: 0.3 },
    ],
    ({ weight }) => weight,
  )
  switch (kind.lead) {
    case 'now':
      return random.between(1, 12)
    case 'soon':
      return random.between(25, 240)
    case 'ahead':
      return random.between(240, 900)
  }
}

/** Demand in proportion to supply: requests for each vehicle hour. */
export const REQUESTS_PER_VEHICLE_HOUR = 2.8

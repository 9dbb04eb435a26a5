import { type DashboardStatistics, UPCOMING_MINUTES } from '@ambit/contract'
import type { Tone } from '../ui/StatusTag.tsx'
import type { PlainSearch } from '../url/plain-search.ts'
import { LINK_PER_PAGE } from './onboarding.ts'

export type TileName = keyof DashboardStatistics

/** Not yet picked up. */
const WAITING = 'created,assigned,unassigned,secured'

const after = (now: Date, minutes: number): string => new Date(now.getTime() + minutes * 60_000).toISOString()

type Moment = { now: Date; todayEnds: string | null }
type Tile = { name: TileName; tone: Tone; query: (moment: Moment) => PlainSearch }

/** Each figure with the query that lists the same bookings. Days and moving windows go by the presets' names. */
export const tiles: readonly Tile[] = [
  // All who ride now count, however long ago the ride began.
  { name: 'on_board', tone: 'live', query: () => ({ 'filter.status': 'on_board', 'filter.date_range': 'any' }) },
  {
    name: 'upcoming',
    tone: 'info',
    query: ({ now }) => ({
      'filter.status': WAITING,
      'filter.date_range': `${now.toISOString()},${after(now, UPCOMING_MINUTES)}`,
    }),
  },
  {
    name: 'future',
    tone: 'neutral',
    query: ({ now, todayEnds }) => ({
      'filter.status': WAITING,
      'filter.date_range': `${after(now, UPCOMING_MINUTES)},${todayEnds ?? after(now, UPCOMING_MINUTES)}`,
    }),
  },
  { name: 'completed', tone: 'success', query: () => ({ 'filter.status': 'completed', 'filter.date_range': 'today' }) },
  { name: 'no_show', tone: 'warning', query: () => ({ 'filter.status': 'no_show', 'filter.date_range': 'today' }) },
  { name: 'cancelled', tone: 'neutral', query: () => ({ 'filter.status': 'cancelled', 'filter.date_range': 'today' }) },
  { name: 'around_now', tone: 'neutral', query: () => ({ 'filter.date_range': '+/-1 hour' }) },
]

export const tileSearch = (tile: Tile, moment: Moment): PlainSearch => ({
  ...tile.query(moment),
  per_page: String(LINK_PER_PAGE),
})

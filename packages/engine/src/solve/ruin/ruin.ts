import { remove, type Search } from '../search.ts'
import type { Tuning } from '../tuning.ts'
import { ruinCostly } from './costly.ts'
import { ruinRelated } from './related.ts'
import { ruinScattered } from './scattered.ts'
import { ruinStrings } from './strings.ts'
import { exchangeTails } from './tails.ts'
import { ruinTours } from './whole-tours.ts'

/** Takes requests out of their tours, mostly in strings, at times in one of the other ways; returns them. */
export function ruin(search: Search, tuning: Pick<Tuning, 'strings' | 'most' | 'tails'>): number[] {
  if (search.random.next() < tuning.tails) {
    const out = exchangeTails(search)
    if (out) return out
  }
  const out = choose(search, tuning)
  remove(search, out)
  return out
}

function choose(search: Search, tuning: Pick<Tuning, 'strings' | 'most'>): number[] {
  const { random, model } = search
  const way = random.next()
  const size = Math.min(model.R, 4 + random.below(Math.max(4, Math.min(tuning.most, Math.round(model.R * 0.3)))))
  if (way < 0.55) return ruinStrings(search, tuning.strings)
  if (way < 0.8) return ruinRelated(search, size)
  if (way < 0.9) return ruinScattered(search, size)
  if (way < 0.99) return ruinCostly(search, size)
  return ruinTours(search)
}

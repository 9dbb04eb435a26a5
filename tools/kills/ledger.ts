import { ApiError, NetworkError } from '../../packages/contract/src/index.ts'
import type { Session } from '../../apps/simulator/src/access/line.ts'

/** Sessions at one server, made anew in each of its lives. */
export type Desks = { desk: Session; office: Session; cab: (username: string) => Session }

/** One thing asked of the server, as its caller knows it. */
export type Entry = {
  work: string
  /** what it is found by afterwards */
  mark: string
  outcome: 'open' | 'done' | 'refused'
  /** asks for it, always under the same key */
  send: (desks: Desks) => Promise<unknown>
}

/** A kind of work: what can be asked for, and how often each mark then stands in the stored records. */
export type Work = {
  name: string
  /** null where there is nothing to do at present */
  next: (desks: Desks, name: string) => Promise<Omit<Entry, 'work' | 'outcome'> | null>
  count: (desks: Desks, entries: readonly Entry[]) => Promise<ReadonlyMap<string, number>>
}

/** Asks, and writes down what came of it. Lost answers, and those of 500 and above, leave it open. */
export const ask = async (entry: Entry, desks: Desks): Promise<void> => {
  try {
    await entry.send(desks)
    entry.outcome = 'done'
  } catch (error) {
    if (error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)) return
    if (!(error instanceof ApiError)) throw error
    entry.outcome = 'refused'
  }
}

/** One sentence for each entry that does not stand as often as its answer says. */
export const judge = (entries: readonly Entry[], found: ReadonlyMap<string, number>): string[] =>
  entries.flatMap(({ work, mark, outcome }) => {
    const times = found.get(mark) ?? 0
    if (times > 1) return [`${work} ${mark} stands ${times} times`]
    if (outcome === 'done' && times === 0) return [`${work} ${mark} was confirmed and is lost`]
    if (outcome === 'refused' && times > 0) return [`${work} ${mark} was refused and stands all the same`]
    return outcome === 'open' ? [`${work} ${mark} never got an answer`] : []
  })

/** What stands, looked up in all kinds of work, and what is wrong with it. */
export const audit = async (works: readonly Work[], desks: Desks, entries: readonly Entry[]): Promise<string[]> => {
  const wrong: string[] = []
  for (const work of works) {
    const own = entries.filter((entry) => entry.work === work.name)
    if (own.length > 0) wrong.push(...judge(own, await work.count(desks, own)))
  }
  return wrong
}

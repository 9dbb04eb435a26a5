import type { Actor } from './timeline.ts'

type Turn = { at: number; order: number; wake: () => void; off: boolean }

export type DiscreteTimeline = {
  now: () => number
  spawn: Actor['spawn']
  /** runs event after event until no actor waits, or until the given time */
  play: (until?: number) => Promise<void>
}

/**
 * Discrete-event time: one actor at a time, in the order of their times, and of their requests where times are equal.
 * `advance` moves the server's clock before the event that needs it. An error of an actor ends the run.
 */
export const createDiscreteTimeline = (start: number, advance: (moment: number) => Promise<void>): DiscreteTimeline => {
  const turns: Turn[] = []
  let now = start
  let order = 0
  let failure: { error: unknown } | null = null
  let rest: () => void = () => {}

  const wait = (at: number, wake: () => void): Turn => {
    const turn = { at: Math.max(at, now), order: order++, wake, off: false }
    push(turns, turn)
    return turn
  }
  const actor: Actor = {
    now: () => now,
    until: (moment, bell) =>
      new Promise((resolve) => {
        const goOn = (): void => {
          if (bell !== undefined) bell.ring = () => {}
          resolve()
        }
        const turn = wait(moment, goOn)
        if (bell !== undefined)
          bell.ring = () => {
            bell.ring = () => {}
            turn.off = true
            wait(now, goOn)
          }
        rest()
      }),
    spawn: (_name, live) => {
      wait(now, () => {
        live(actor)
          .catch((error: unknown) => (failure ??= { error }))
          .finally(() => rest())
      })
    },
  }
  return {
    now: () => now,
    spawn: actor.spawn,
    play: async (until = Infinity) => {
      for (let turn = pop(turns, until); turn !== undefined; turn = pop(turns, until)) {
        if (turn.off) continue
        if (turn.at > now) {
          await advance(turn.at)
          now = turn.at
        }
        const rested = new Promise<void>((resolve) => (rest = resolve))
        turn.wake()
        await rested
        if (failure !== null) throw failure.error
      }
    },
  }
}

const before = (a: Turn, b: Turn): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)

/** A binary heap, earliest first. */
const push = (heap: Turn[], turn: Turn): void => {
  let at = heap.length
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (!before(turn, heap[parent]!)) break
    heap[at] = heap[parent]!
    at = parent
  }
  heap[at] = turn
}

const pop = (heap: Turn[], until: number): Turn | undefined => {
  const first = heap[0]
  if (first === undefined || first.at > until) return undefined
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return first
  let at = 0
  for (;;) {
    const [left, right] = [2 * at + 1, 2 * at + 2]
    const child = right < heap.length && before(heap[right]!, heap[left]!) ? right : left
    if (child >= heap.length || !before(heap[child]!, last)) break
    heap[at] = heap[child]!
    at = child
  }
  heap[at] = last
  return first
}

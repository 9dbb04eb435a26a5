import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** One page of a ride: whose session it has, and which ride it shows. */
export type Phone = { token: string; ride: number }
/** A page has shown a position (`at`, as it was recorded) at this time of this machine's clock, in ms. */
export type Shown = { ride: number; at: string; shown: number }
export type Heard = { shown: Shown[]; told: number; asked: number; refused: number }
export type ToPages = { kind: 'open'; origin: string; phones: Phone[] } | { kind: 'close' }
export type FromPages = { kind: 'open' } | { kind: 'closed'; heard: Heard }

/** Pages that follow rides, in a process of their own: what they take is not the server's. */
export const startPages = () => {
  const child: ChildProcess = fork(join(import.meta.dirname, 'phones.ts'))
  const ask = async (message: ToPages): Promise<FromPages> => {
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`The pages ended with code ${String(code)}`)
    })
    // It is looked at only until there is an answer.
    ended.catch(() => {})
    child.send(message)
    const [answer] = await Promise.race([once(child, 'message'), ended])
    return answer as FromPages // as phones.ts sends it
  }
  return {
    /** Resolves when every page has its ride and its stream. */
    open: async (origin: string, phones: Phone[]): Promise<void> => void (await ask({ kind: 'open', origin, phones })),
    close: async (): Promise<Heard> => {
      const answer = await ask({ kind: 'close' })
      if (answer.kind !== 'closed') throw new Error('The pages did not close')
      return answer.heard
    },
    processor: () => child.pid,
    end: () => void child.kill(),
  }
}

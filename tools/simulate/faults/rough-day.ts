import type { ChildProcess } from 'node:child_process'
import { setTimeout as nap } from 'node:timers/promises'
import { randomStream } from '@ambit/random'
import { api } from '../../../packages/contract/src/index.ts'
import { createGate, type Line, plainly, type Session } from '../../../apps/simulator/src/access/line.ts'
import { openClockKeeper } from '../../../apps/simulator/src/access/people.ts'
import { untilServed } from '../../../apps/simulator/src/access/until-served.ts'
import type { DayFaults } from '../../../apps/simulator/src/day.ts'
import type { Actor } from '../../../apps/simulator/src/timeline/timeline.ts'
import { readAll } from '../../../apps/simulator/src/town/town.ts'
import { type MailServer, startMailServer } from '../../../apps/server/src/testing/mail-server.ts'
import { Complaint, type RunningServer } from '../server.ts'
import { drawFaults, type Fault } from './draw-faults.ts'

/** The share of calls whose answer, or which themselves, never arrive. */
const LOST = 0.01
/** A word to the server is answered at once, or its process is gone. */
const ANSWERS_WITHIN_MS = 10_000
/** A mail that was not taken is tried again after a minute of the machine's time, then after two. */
const MAIL_PATIENCE_MS = 200_000

/** How often each thing went wrong. */
export type Counts = Record<'lost calls' | 'drivers away' | Exclude<Fault['kind'], 'invitation'> | 'mails', number>

export type RoughDay = {
  environment: Record<string, string>
  /** how the simulated people meet the faults; once the server runs */
  faultsOf: (server: RunningServer) => DayFaults
  /** what is lost or doubled once all that was broken is mended, one sentence each */
  judge: (server: RunningServer, booked: number) => Promise<string[]>
  counts: Counts
  close: () => Promise<void>
}

type Brought = { mail: MailServer; counts: Counts; invited: string[]; before: { bookings: number } }

/** The server, its disk, its mail and its network are disturbed at moments that the seed gives. */
export const prepareRoughDay = async (seed: number, database: 'embedded' | 'postgres'): Promise<RoughDay> => {
  const brought: Brought = {
    mail: await startMailServer(),
    counts: {
      'lost calls': 0,
      'drivers away': 0,
      'optimiser ends': 0,
      'database ends': 0,
      'disk full': 0,
      'mail away': 0,
      mails: 0,
    },
    invited: [],
    before: { bookings: 0 },
  }
  const { mail, counts } = brought
  return {
    environment: { SMTP_URL: mail.url },
    counts,
    faultsOf: (server) => disturbanceOf(server, { seed, database }, brought),
    judge: (server, booked) => judge(server, booked, brought),
    close: () => mail.close(),
  }
}

const disturbanceOf = (
  { child, url }: RunningServer,
  { seed, database }: { seed: number; database: 'embedded' | 'postgres' },
  brought: Brought,
): DayFaults => {
  const { counts } = brought
  /** what cannot be written to at present */
  const away = new Set<'database' | 'disk'>()
  const office = sessionAt(url)
  return {
    fetch: lossy(seed, () => (counts['lost calls'] += 1)),
    clockRuns: () => away.size === 0,
    onAbsence: () => (counts['drivers away'] += 1),
    live: async (actor, day, advance) => {
      brought.before.bookings = await bookingsAt(office)
      const tell = teller(child, (thread) => {
        counts[`${thread} ends`] += 1
        if (thread === 'database') away.add('database')
      })
      const mend = async (what: 'database' | 'disk', now: Actor): Promise<void> => {
        await tell({ [what]: 'back' })
        if (away.delete(what)) await advance(now.now())
      }
      for (const fault of drawFaults(seed, day, database))
        actor.spawn(fault.kind, async (self) => {
          await self.until(fault.at)
          switch (fault.kind) {
            case 'optimiser ends':
              return tell({ end: 'optimiser', after: fault.after })
            case 'database ends':
              await tell({ end: 'database', after: fault.after })
              await self.until(fault.until)
              return mend('database', self)
            case 'disk full':
              counts['disk full'] += 1
              await tell({ disk: 'full' })
              away.add('disk')
              await self.until(fault.until)
              return mend('disk', self)
            case 'mail away':
              counts['mail away'] += 1
              return loseMail(self, brought.mail, fault)
            case 'invitation':
              return invite(self, office, fault.name, brought.invited)
          }
        })
    },
  }
}

/** Words to the file that was loaded into the server; each waits until it is heard. */
const teller = (child: ChildProcess, onEnd: (thread: 'database' | 'optimiser') => void) => {
  let id = 0
  const heard = new Map<number, () => void>()
  child.on('message', (message: { done?: number; ended?: 'database' | 'optimiser' }) => {
    if (message.ended !== undefined) onEnd(message.ended)
    if (message.done !== undefined) heard.get(message.done)?.()
  })
  return async (word: object): Promise<void> => {
    id += 1
    const { promise, resolve } = Promise.withResolvers<void>()
    heard.set(id, resolve)
    child.send({ ...word, id })
    const late = nap(ANSWERS_WITHIN_MS, 'late' as const, { ref: false })
    if ((await Promise.race([promise, late])) === 'late') throw new Complaint('The server does not hear its faults.')
  }
}

const loseMail = async (actor: Actor, mail: MailServer, { until, how }: Extract<Fault, { kind: 'mail away' }>) => {
  if (how === 'closed') await mail.leave()
  else mail.refuse(true)
  await actor.until(until)
  if (how === 'closed') await mail.comeBack()
  else mail.refuse(false)
}

const invite = async (actor: Actor, office: Session, name: string, invited: string[]): Promise<void> => {
  const email = `${name}@example.org`
  const body = { first_name: 'Rough', last_name: 'Day', username: email, email }
  await untilServed(actor, () => office.call(api.users.create, { body, idempotencyKey: name }))
  invited.push(email)
}

/** Loses some calls on their way there and some answers on their way back, of calls that may be repeated. */
const lossy = (seed: number, onLost: () => void): typeof fetch => {
  const random = randomStream(seed, 'network')
  return async (input, init) => {
    const repeatable = (init?.method ?? 'GET') === 'GET' || new Headers(init?.headers).has('idempotency-key')
    if (!repeatable || !random.chance(LOST)) return plainly(input, init)
    onLost()
    if (random.chance(0.5)) await (await plainly(input, init)).arrayBuffer()
    throw new TypeError('lost on the way')
  }
}

const sessionAt = (origin: string): Session => {
  const line: Line = {
    origin,
    whenLost: 'fail',
    nap: (milliseconds) => nap(milliseconds),
    enter: createGate(1),
    log: () => {},
  }
  return openClockKeeper(line)
}

const bookingsAt = async (office: Session): Promise<number> =>
  (await office.call(api.serviceRequests.list, { query: { per_page: 1 } })).meta.total

/** Who is taken aboard though the booking was cancelled meanwhile has another one, which nobody has asked for. */
const askedForAt = async (office: Session, before: number): Promise<number> => {
  const all = await readAll((page) => office.call(api.serviceRequests.list, { query: { ...page, sort: '-id' } }))
  return all.slice(0, all.length - before).filter(({ asked }) => asked !== null).length
}

/** Every booking that a rider knows stands once, and every mail that belongs to a change was sent once. */
const judge = async ({ url }: RunningServer, booked: number, brought: Brought): Promise<string[]> => {
  const office = sessionAt(url)
  const wrong: string[] = []
  const made = await askedForAt(office, brought.before.bookings)
  if (made !== booked) wrong.push(`bookings: riders know of ${booked}, the server of ${made}`)
  await waitForMail(office, brought)
  const arrived = brought.mail.received.flatMap((text) => /^To: (\S+)/m.exec(text)?.[1] ?? [])
  for (const email of brought.invited) {
    const times = arrived.filter((to) => to === email).length
    if (times !== 1) wrong.push(`mail: the invitation of ${email} arrived ${times} times`)
  }
  brought.counts.mails = brought.invited.length
  return wrong
}

/** The service's time goes on, so that what waits is tried again. */
const waitForMail = async (office: Session, { mail, invited }: Brought): Promise<void> => {
  const until = performance.now() + MAIL_PATIENCE_MS
  const all = new Set(invited)
  for (;;) {
    const mails = await readAll((page) => office.call(api.outbox.list, { query: { ...page, sort: 'id' } }))
    const waiting = mails.filter(({ to, sent_at }) => all.has(to) && sent_at === null)
    if ((waiting.length === 0 && mail.received.length >= invited.length) || performance.now() > until) return
    await nap(2000)
    const { data } = await office.call(api.settings.show)
    await office.call(api.clock.advance, {
      body: { now: new Date(Date.parse(data.clock.now) + 10_000).toISOString() },
    })
  }
}

/** "8 times the optimiser ended, …" for the report. */
export const faultsLine = (counts: Counts): string =>
  `Faults: ${Object.entries(counts)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')}`

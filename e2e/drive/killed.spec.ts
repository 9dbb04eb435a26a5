import { setTimeout as nap } from 'node:timers/promises'
import type { DriverActionKind } from '@ambit/contract'
import { type Random, randomStream } from '@ambit/random'
import { prepareShift } from '../duty.ts'
import { expect, leftToLongRun, test } from '../fixtures.ts'
import { signInDriver, startTrip } from './phone.ts'
import { look } from './service-day/hand.ts'
import { meaningOf } from './service-day/taps.ts'
import {
  doneOn,
  endTrip,
  expectAtServer,
  nextToDo,
  openedAgain,
  press,
  type WatchedPhone,
  watchedPhone,
} from './watched.ts'

const KILLS = Number(process.env['AMBIT_KILLS'] ?? 25)
const SEED = Number(process.env['AMBIT_KILLS_SEED'] ?? 7)
/** A kill while a tap is at work, or after the screen showed it, comes within this. ms */
const WITHIN_MS = 40

const moments = ['before', 'while', 'after'] as const

/** Kills the browser about a tap and opens it again. True: the tap was made, as the phone shows now. */
const strike = async (phone: WatchedPhone, words: string, before: string, random: Random): Promise<boolean> => {
  const moment = random.pick(moments)
  phone.seen.length = 0
  const shown = (): string | undefined => phone.seen.findLast((one) => one !== before)
  const page = phone.page()
  // The browser may be gone before the tap is through.
  if (moment !== 'before') void press(page, words).catch(() => undefined)
  if (moment === 'after') await expect.poll(shown, { intervals: [10] }).toBeDefined()
  if (moment !== 'before') await nap(random.between(0, WITHIN_MS))
  await phone.kill()
  const saw = shown()
  const now = doneOn(await look(await openedAgain(phone)))
  if (saw !== undefined) expect(now, `what was seen of ${words}`).toBe(saw)
  if (moment === 'before') expect(now, `before ${words}`).toBe(before)
  return now !== before
}

test('a browser killed at random moments of a trip loses no tap that its screen showed as done, and each stands once at the server', async ({
  demo,
  apiAs,
}) => {
  leftToLongRun()
  test.setTimeout(120_000 + KILLS * 30_000)
  const office = await apiAs('administrator')
  const duty = await prepareShift(demo, office, 'Kill Cove')
  const random = randomStream(SEED, 'killed browser')
  const phone = await watchedPhone(demo.url)
  const done: DriverActionKind[] = []
  let kills = 0
  try {
    await signInDriver(phone.page(), duty.username)
    await startTrip(phone.page())
    await phone.page().waitForFunction(() => navigator.serviceWorker.controller !== null)
    for (;;) {
      const words = await nextToDo(phone, office, duty, () => kills >= KILLS)
      const meaning = meaningOf(words)
      if (meaning?.kind === 'complete') break
      const before = doneOn(await look(phone.page()))
      let made = true
      if (meaning !== null && kills < KILLS && random.chance(0.6)) {
        await phone.setSignal(kills % 2 === 0)
        made = await strike(phone, words, before, random)
        kills += 1
      } else {
        const screen = await look(phone.page())
        await press(phone.page(), words)
        await expect.poll(() => look(phone.page()), `the screen after ${words}`).not.toEqual(screen)
      }
      if (meaning !== null && made) done.push(meaning.kind)
    }
    await endTrip(phone)
    done.push('complete')
  } finally {
    await phone.remove()
  }
  await expectAtServer(office, duty, done)
  process.stdout.write(`${kills} kills, ${done.length} actions\n`)
})

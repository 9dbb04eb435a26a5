import { setTimeout as nap } from 'node:timers/promises'
import type { Client, DriverActionKind } from '@ambit/contract'
import { type Random, randomStream } from '@ambit/random'
import { addPassenger, type Duty, prepareShift } from '../duty.ts'
import { api, expect, leftToLongRun, type Page, test } from '../fixtures.ts'
import { type KillablePhone, killablePhone } from '../killable.ts'
import { book } from '../trips/plan.ts'
import { signInDriver, startTrip } from './phone.ts'
import { due, look, type Screen } from './service-day/hand.ts'
import { meaningOf } from './service-day/taps.ts'

const KILLS = Number(process.env['AMBIT_KILLS'] ?? 25)
const SEED = Number(process.env['AMBIT_KILLS_SEED'] ?? 7)
/** A kill while a tap is at work, or after the screen showed it, comes within this. ms */
const WITHIN_MS = 40

/** What the screen shows of what was done: the stop, and what is left to do or to take back there. Times leave it alone. */
const doneOn = ({ heading, buttons }: Pick<Screen, 'heading' | 'buttons'>): string => {
  const where = heading.replace(/^(Pick up and drop off|Pick up|Drop off|Wait here) /, '')
  const words = buttons.map((button) => button.words)
  return [where, ...words.filter((one) => /^(Arrived|Depart|Aboard|Out|Paid|Change|End trip)\b/.test(one))].join(' | ')
}

/** In a page: tells each time that the screen has changed what it shows. */
const tellScreens = (): void => {
  const wordsOf = (element: Element | null): string => element?.textContent.replaceAll(/\s+/g, ' ').trim() ?? ''
  const tell = (): void => {
    const heading = wordsOf(document.querySelector('h1'))
    const buttons = [...document.querySelectorAll('button')].map((button) => ({ words: wordsOf(button) }))
    ;(globalThis as unknown as { shown: (screen: unknown) => void }).shown({ heading, buttons }) // by `exposeFunction`
  }
  new MutationObserver(tell).observe(document, { childList: true, subtree: true, characterData: true })
}

/** What the driver has seen on the screen, newest last. */
const watchedPhone = async (url: string): Promise<KillablePhone & { seen: string[] }> => {
  const seen: string[] = []
  const phone = await killablePhone(url, async (context) => {
    await context.exposeFunction('shown', (screen: Pick<Screen, 'heading' | 'buttons'>) => seen.push(doneOn(screen)))
    await context.addInitScript(tellScreens)
  })
  return { ...phone, seen }
}

const press = (page: Page, words: string): Promise<void> =>
  page.getByRole('button', { name: words, exact: true }).last().click()

const openedAgain = async (phone: KillablePhone): Promise<Page> => {
  const page = await phone.open()
  await page.goto('/Drive')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return page
}

const moments = ['before', 'while', 'after'] as const

/** Kills the browser about a tap and opens it again. True: the tap was made, as the phone shows now. */
const strike = async (
  phone: KillablePhone & { seen: string[] },
  words: string,
  before: string,
  random: Random,
): Promise<boolean> => {
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

/** With nothing left to do another passenger books. */
const nextToDo = async (phone: KillablePhone, office: Client, duty: Duty, isOver: () => boolean): Promise<string> => {
  const around = { isThere: () => true, isOver }
  const todo = async () => due({ ...(await look(phone.page())), waits: false }, around)
  const first = await todo()
  if (first !== null) return first
  await phone.setSignal(true)
  await expect(phone.page().getByText('All sent')).toBeVisible()
  const { meta } = await office.call(api.travelers.list, { query: { per_page: 1 } })
  const { full_name } = await addPassenger(office, duty.zone, `Noor${meta.total}`)
  await book(office, { ...duty, passenger: full_name }, 10)
  await expect.poll(todo, 'something to do').not.toBeNull()
  return (await todo()) ?? ''
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
    await phone.setSignal(true)
    for (const words of ['End trip', 'Skip', 'End trip']) await press(phone.page(), words)
    done.push('complete')
    await expect(phone.page().getByText('Everything is sent')).toBeVisible()
  } finally {
    await phone.remove()
  }
  const { data } = await office.call(api.trips.driverActions, { params: { id: duty.tripId } })
  const kept = data.filter(({ kind }) => done.includes(kind)).toSorted((a, b) => a.id - b.id)
  expect(kept.map(({ kind }) => kind)).toEqual(done)
  expect(kept.filter(({ result }) => result !== 'applied' && result !== 'already_done')).toEqual([])
  process.stdout.write(`${kills} kills, ${done.length} actions\n`)
})

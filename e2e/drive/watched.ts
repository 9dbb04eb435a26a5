import type { Client, DriverActionKind } from '@ambit/contract'
import { addPassenger, type Duty } from '../duty.ts'
import { api, expect, type Page } from '../fixtures.ts'
import { type KillablePhone, killablePhone } from '../killable.ts'
import { book } from '../trips/plan.ts'
import { due, look, type Screen } from './service-day/hand.ts'

/** What the screen shows of what was done: the stop, and what is left to do or to take back there. Times leave it alone. */
export const doneOn = ({ heading, buttons }: Pick<Screen, 'heading' | 'buttons'>): string => {
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

/** `seen`: what the screen has shown of what was done, newest last. */
export type WatchedPhone = KillablePhone & { seen: string[] }

export const watchedPhone = async (url: string): Promise<WatchedPhone> => {
  const seen: string[] = []
  const phone = await killablePhone(url, async (context) => {
    await context.exposeFunction('shown', (screen: Pick<Screen, 'heading' | 'buttons'>) => seen.push(doneOn(screen)))
    await context.addInitScript(tellScreens)
  })
  return { ...phone, seen }
}

export const press = (page: Page, words: string): Promise<void> =>
  page.getByRole('button', { name: words, exact: true }).last().click()

/** The browser, opened again where it was killed. */
export const openedAgain = async (phone: KillablePhone): Promise<Page> => {
  const page = await phone.open()
  await page.goto('/Drive')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return page
}

/** With nothing left to do another passenger books. */
export const nextToDo = async (
  phone: KillablePhone,
  office: Client,
  duty: Duty,
  isOver: () => boolean,
): Promise<string> => {
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

/** The driver ends the trip, and everything is sent. */
export const endTrip = async (phone: KillablePhone): Promise<void> => {
  await phone.setSignal(true)
  for (const words of ['End trip', 'Skip', 'End trip']) await press(phone.page(), words)
  await expect(phone.page().getByText('Everything is sent')).toBeVisible()
}

/** These actions stand at the server, each once and in this order. */
export const expectAtServer = async (
  office: Client,
  { tripId }: Duty,
  done: readonly DriverActionKind[],
): Promise<void> => {
  const { data } = await office.call(api.trips.driverActions, { params: { id: tripId } })
  const kept = data.filter(({ kind }) => done.includes(kind)).toSorted((a, b) => a.id - b.id)
  expect(kept.map(({ kind }) => kind)).toEqual(done)
  expect(kept.filter(({ result }) => result !== 'applied' && result !== 'already_done')).toEqual([])
}

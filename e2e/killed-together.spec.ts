import { setTimeout as nap } from 'node:timers/promises'
import type { Client, DriverActionKind } from '@ambit/contract'
import { type Random, randomStream } from '@ambit/random'
import { signInDriver, startTrip } from './drive/phone.ts'
import { look } from './drive/service-day/hand.ts'
import { meaningOf } from './drive/service-day/taps.ts'
import {
  doneOn,
  endTrip,
  expectAtServer,
  nextToDo,
  openedAgain,
  press,
  type WatchedPhone,
  watchedPhone,
} from './drive/watched.ts'
import { type Duty, prepareDuty, prepareShift } from './duty.ts'
import { api, clientFor, expect, leftToLongRun, test } from './fixtures.ts'
import { type KillablePhone, killablePhone } from './killable.ts'
import { bookedIn, itsRide, lookForRide } from './ride/found.ts'
import { bookableWithApps, chooseRide, signUp } from './ride/passenger.ts'
import { heading, tap } from './ride/phone.ts'
import { type RunningServer, startServer } from './server.ts'

const KILLS = Number(process.env['AMBIT_KILLS'] ?? 8)
const SEED = Number(process.env['AMBIT_KILLS_SEED'] ?? 7)
/** A passenger may search 30 times in ten minutes: after so many kills the next one takes a phone of their own. */
const KILLS_OF_A_PASSENGER = 20
/** A kill comes within this after the taps, or after the screen of one showed what they did. ms */
const WITHIN_MS = 400

/** What is killed at one moment. */
const strikes = [
  ['server'],
  ['driver'],
  ['passenger'],
  ['server', 'driver'],
  ['server', 'passenger'],
  ['server', 'driver', 'passenger'],
] as const
type Strike = (typeof strikes)[number][number]

type World = {
  server: RunningServer
  driver: WatchedPhone
  passenger: KillablePhone
  office: Client
  /** of the driver, and of the passenger, who books in another zone */
  work: Duty & { username: string }
  ride: Duty
  random: Random
  done: DriverActionKind[]
  /** what the driver wrote; shown: the thread on the phone had it before the kill */
  written: { text: string; shown: boolean }[]
}

/** What was tapped on the driver's phone, to be looked for after the kill. */
type Tapped = {
  isShown: () => Promise<boolean>
  /** Right after the kill: what was seen until then, and not what is shown afterwards. */
  noteSeen: () => void
  judge: (wasKilled: boolean) => Promise<void>
}

/** With the driver's next tap on the trip; without one that counts it is made, and the next one looked for. */
const tapTrip = async ({ driver, office, work, done }: World, isOnline: boolean): Promise<Tapped> => {
  for (;;) {
    const words = await nextToDo(driver, office, work, () => false)
    const meaning = meaningOf(words)
    const screen = await look(driver.page())
    const before = doneOn(screen)
    driver.seen.length = 0
    const shown = (): string | undefined => driver.seen.findLast((one) => one !== before)
    if (meaning === null) {
      await press(driver.page(), words)
      await expect.poll(() => look(driver.page()), `the screen after ${words}`).not.toEqual(screen)
      continue
    }
    await driver.setSignal(isOnline)
    // The browser may be gone before the tap is through.
    void press(driver.page(), words).catch(() => undefined)
    let saw: string | undefined
    return {
      isShown: async () => shown() !== undefined,
      noteSeen: () => {
        saw = shown()
      },
      judge: async (wasKilled) => {
        const now = async (): Promise<string> => doneOn(await look(driver.page()))
        if (!wasKilled) await expect.poll(now, `the screen after ${words}`).not.toBe(before)
        else if (saw !== undefined) expect(await now(), `what was seen of ${words}`).toBe(saw)
        if ((await now()) !== before) done.push(meaning.kind)
      },
    }
  }
}

const openThread = async ({ driver }: World): Promise<void> => {
  for (const words of ['Menu', 'Messages']) await press(driver.page(), words)
  await expect(heading(driver.page(), 'Messages')).toBeVisible()
}

/** With a message to dispatch. */
const tapMessage = async (world: World, isOnline: boolean): Promise<Tapped> => {
  const { driver, written } = world
  const message = { text: `Message ${written.length + 1} of ${SEED}.`, shown: false }
  const line = () => driver.page().getByRole('listitem').filter({ hasText: message.text })
  written.push(message)
  await openThread(world)
  await driver.page().getByRole('textbox', { name: 'Message to dispatch' }).fill(message.text)
  await driver.setSignal(isOnline)
  void press(driver.page(), 'Send').catch(() => undefined)
  return {
    isShown: async () => {
      message.shown = await line().isVisible()
      return message.shown
    },
    noteSeen: () => {},
    judge: async (wasKilled) => {
      if (wasKilled) await openThread(world)
      else message.shown = true
      if (message.shown) await expect(line()).toHaveCount(1)
      await press(driver.page(), 'Back to the trip')
    },
  }
}

/** After the kill the passenger finds the ride once, in the app or by booking again. */
const judgeBooking = async (world: World, wasKilled: boolean, hadShown: boolean): Promise<void> => {
  const { passenger, office, ride } = world
  const page = passenger.page()
  await passenger.setSignal(true)
  const kept = page.getByText('Your booking is kept on this phone.')
  if (!wasKilled) {
    // Whoever reads that no answer came taps once more: a server that has just begun may be slow.
    await expect(async () => {
      await expect(itsRide(page).or(kept).first()).toBeVisible()
      if (await kept.isVisible()) await tap(page, 'Book')
      await expect(itsRide(page)).toBeVisible()
    }).toPass({ timeout: 150_000 })
  } else if ((await lookForRide(page, office, ride)) === null) {
    expect(hadShown, 'what the screen had shown of the booking').toBe(false)
    await chooseRide(page, ride)
    await tap(page, 'Book')
    await expect(itsRide(page)).toBeVisible()
  }
  const booked = await bookedIn(office, ride)
  expect(booked).toHaveLength(1)
  for (const { id } of booked) await office.call(api.serviceRequests.cancel, { params: { id }, body: {} })
}

/** Both tap, some of it all is killed, comes back, and shows what it did before. */
const strike = async (world: World): Promise<void> => {
  const { driver, passenger, server, random, ride } = world
  const struck: readonly Strike[] = random.pick(strikes)
  await passenger.page().goto('/Ride')
  await chooseRide(passenger.page(), ride)
  const tapIt = random.chance(0.3) ? tapMessage : tapTrip
  await passenger.setSignal(random.chance(0.7))
  void tap(passenger.page(), 'Book').catch(() => undefined)
  const tapped = await tapIt(world, random.chance(0.7))
  if (random.chance(0.5)) await expect.poll(tapped.isShown, { intervals: [10] }).toBe(true)
  await nap(random.between(0, WITHIN_MS))
  await tapped.isShown()
  const page = passenger.page()
  const hadShown = (await itsRide(page).isVisible()) || (await page.getByText('Your booking is kept').isVisible())
  await Promise.all(struck.map((one) => world[one].kill()))
  tapped.noteSeen()
  if (struck.includes('server')) await server.again()
  if (struck.includes('driver')) await openedAgain(driver)
  if (struck.includes('passenger')) await passenger.open(true)
  await tapped.judge(struck.includes('driver'))
  await driver.setSignal(true)
  await judgeBooking(world, struck.includes('passenger'), hadShown)
}

/** Drives on without kills until nothing is left, and ends the trip. */
const finish = async ({ driver, office, work, done }: World): Promise<void> => {
  for (;;) {
    const words = await nextToDo(driver, office, work, () => true)
    const meaning = meaningOf(words)
    if (meaning?.kind === 'complete') break
    const screen = await look(driver.page())
    await press(driver.page(), words)
    await expect.poll(() => look(driver.page()), `the screen after ${words}`).not.toEqual(screen)
    if (meaning !== null) done.push(meaning.kind)
  }
  await endTrip(driver)
  done.push('complete')
}

const expectMessages = async ({ work, written }: World): Promise<void> => {
  const { data } = await work.driver.call(api.driver.messages, { params: { id: work.tripId } })
  const texts = data.filter(({ from }) => from === 'driver').map(({ text }) => text)
  expect(texts).toEqual([...new Set(texts)])
  expect(texts).toEqual(expect.arrayContaining(written.filter(({ shown }) => shown).map(({ text }) => text)))
}

const newPassenger = async (url: string, office: Client, ride: Duty, first: string): Promise<KillablePhone> => {
  const phone = await killablePhone(url)
  await signUp(phone.page(), office, ride, first)
  // A browser writes a new session down after half a minute, or when it ends.
  await phone.close()
  await phone.open()
  return phone
}

test('a driver and a passenger at work, of whose browsers and server any are killed at random moments, lose nothing that was shown as done, and nothing is there twice', async ({
  town,
}) => {
  leftToLongRun()
  test.setTimeout(300_000 + KILLS * 120_000)
  const server = await startServer({ copyOf: town })
  const phones: KillablePhone[] = []
  try {
    const office = await clientFor(server, 'administrator')
    const work = await prepareShift(server, office, 'Work Cove')
    const ride = await prepareDuty(server, office, 'Ride Cove')
    await bookableWithApps(office, ride)
    const nextPassenger = async (first: string): Promise<KillablePhone> => {
      const phone = await newPassenger(server.url, office, ride, first)
      phones.push(phone)
      return phone
    }
    const [driver, passenger] = [await watchedPhone(server.url), await nextPassenger('Ruth')]
    phones.push(driver)
    const random = randomStream(SEED, 'killed together')
    const world: World = { server, driver, passenger, office, work, ride, random, done: [], written: [] }
    await signInDriver(driver.page(), work.username)
    await startTrip(driver.page())
    await driver.page().waitForFunction(() => navigator.serviceWorker.controller !== null)
    for (let kills = 0; kills < KILLS; kills += 1) {
      if (kills > 0 && kills % KILLS_OF_A_PASSENGER === 0) {
        await world.passenger.close()
        world.passenger = await nextPassenger(`Ruth${kills}`)
      }
      await test.step(`kill ${kills + 1}`, () => strike(world))
    }
    await finish(world)
    await expectAtServer(office, work, world.done)
    await expectMessages(world)
    process.stdout.write(
      `${KILLS} kills, ${world.done.length} actions, ${world.written.length} messages, ${KILLS} rides\n`,
    )
  } finally {
    for (const phone of phones) await phone.remove()
    await server.remove()
  }
})

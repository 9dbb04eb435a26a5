import { setTimeout as nap } from 'node:timers/promises'
import type { Client } from '@ambit/contract'
import { randomStream } from '@ambit/random'
import { type Duty, prepareDuty } from '../duty.ts'
import { api, expect, leftToLongRun, test } from '../fixtures.ts'
import { type KillablePhone, killablePhone } from '../killable.ts'
import { bookableWithApps, chooseRide, signUp } from './passenger.ts'
import { bookedIn, type Found, itsRide, lookForRide } from './found.ts'
import { heading, tap } from './phone.ts'

const KILLS = Number(process.env['AMBIT_KILLS'] ?? 8)
const SEED = Number(process.env['AMBIT_KILLS_SEED'] ?? 7)
/** A kill comes within this after the tap that books. ms */
const WITHIN_MS = 400

type Strike = {
  office: Client
  duty: Duty
  /** after the tap that books, or after the screen said that the booking is kept, ms */
  delay: number
  signal: boolean
  saidFirst: boolean
}

/** Kills the browser after the tap that books, and opens it again; who finds no ride then books one. */
const bookAndStrike = async (
  phone: KillablePhone,
  { office, duty, delay, signal, saidFirst }: Strike,
): Promise<Found> => {
  const page = phone.page()
  await page.goto('/Ride')
  await chooseRide(page, duty)
  await phone.setSignal(signal)
  await tap(page, 'Book')
  const kept = page.getByText('Your booking is kept on this phone.')
  if (saidFirst) await expect(kept).toBeVisible()
  await nap(delay)
  const confirmed = await heading(page, 'Your ride').isVisible()
  const saidKept = await kept.isVisible()
  await phone.kill()
  const again = await phone.open(true)
  const found = await lookForRide(again, office, duty)
  if (found !== null) return found
  expect({ confirmed, saidKept }).toEqual({ confirmed: false, saidKept: false })
  await chooseRide(again, duty)
  await tap(again, 'Book')
  await expect(itsRide(again)).toBeVisible()
  return 'booked again'
}

test('a ride that was booked in a browser that is killed is found once when it is opened again, and never twice', async ({
  demo,
  apiAs,
}) => {
  leftToLongRun()
  test.setTimeout(120_000 + KILLS * 60_000)
  const office = await apiAs('administrator')
  const duty = await prepareDuty(demo, office, 'Lost Cove')
  await bookableWithApps(office, duty)
  const random = randomStream(SEED, 'killed booking')
  const phone = await killablePhone(demo.url)
  const found: Found[] = []
  try {
    await signUp(phone.page(), office, duty, 'Ruth')
    // A browser writes a new session down after half a minute, or when it ends.
    await phone.close()
    await phone.open()
    for (let kills = 0; kills < KILLS; kills += 1) {
      found.push(
        await bookAndStrike(phone, {
          office,
          duty,
          delay: random.between(0, WITHIN_MS),
          signal: kills % 2 === 0,
          saidFirst: kills % 4 === 1,
        }),
      )
      const booked = await bookedIn(office, duty)
      expect(booked).toHaveLength(1)
      for (const { id } of booked) await office.call(api.serviceRequests.cancel, { params: { id }, body: {} })
    }
  } finally {
    await phone.remove()
  }
  process.stdout.write(`${KILLS} kills: ${found.join(', ')}\n`)
})

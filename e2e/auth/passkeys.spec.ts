import { createHmac } from 'node:crypto'
import type { Client } from '@ambit/contract'
import { api, expect, type Page, test } from '../fixtures.ts'
import { visitor } from '../portal-session.ts'

const PASSWORD = 'a quiet harbour at night'
const HALF_MINUTE_MS = 30_000
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator app shows at that time (RFC 6238: SHA-1, 6 digits, 30 s). */
const codeAt = (key: string, time: number): string => {
  const bits = [...key].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(time / HALF_MINUTE_MS)))
  const hash = createHmac('sha1', secret).update(step).digest()
  const place = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(place) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

/** Waits for a half-minute that lasts long enough for a code to be typed and read. */
const freshHalfMinute = async (page: Page): Promise<void> => {
  const left = HALF_MINUTE_MS - (Date.now() % HALF_MINUTE_MS)
  if (left < HALF_MINUTE_MS / 2) await page.waitForTimeout(left)
}

/** A user of the story's own: others sign in with a password alone. */
const hire = async (sam: Client, origin: string) => {
  const username = `petra-${Date.now().toString(36)}`
  const email = `${username}@ambit.example`
  const petra = { first_name: 'Petra', last_name: 'Key', username, email }
  const [arun] = (await sam.call(api.users.list, { query: { search: 'arun' } })).data
  await sam.call(api.users.create, { body: { ...petra, groups: arun?.groups ?? [] } })
  await visitor(origin).call(api.passwords.forgot, { body: { email } })
  const token = async () => {
    const mails = (await sam.call(api.outbox.list)).data.filter(({ to }) => to === email)
    return mails.map(({ text }) => /ResetPassword\/(\S+)/.exec(text ?? '')?.[1]).find((found) => found !== undefined)
  }
  await expect.poll(token).toBeDefined()
  const body = { reset_password_token: (await token()) ?? '', password: PASSWORD, password_confirmation: PASSWORD }
  await visitor(origin).call(api.passwords.reset, { body })
  return username
}

/** A device that has a finger on it, in the browser of the page. */
const giveAuthenticator = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const expectEntered = (page: Page) => expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
const leave = async (page: Page) => {
  await page.getByRole('button', { name: /account menu/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).last().click()
  await expect(page.getByLabel('Email or username')).toBeVisible()
}
const passwordOf = async (page: Page, username: string) => {
  await page.getByLabel('Email or username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
}
const code = async (page: Page, shown: string) => {
  await page.getByLabel('Code').fill(shown)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

// covers: OPS-109
test('a passkey signs in alone and as the second step, a code is good once, and a recovery code saves the day', async ({
  page,
  demo,
  apiAs,
  expectAccessible,
}) => {
  const username = await hire(await apiAs('superadmin'), demo.url)
  // Passkeys are of a name.
  const origin = demo.url.replace('127.0.0.1', 'localhost')
  await giveAuthenticator(page)
  await page.goto(`${origin}/Login`)
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Email or username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expectEntered(page)

  await page.goto(`${origin}/Profile/Security`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Work laptop')
  await page.keyboard.press('Enter')
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const saved = await codes.first().innerText()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByText('Work laptop')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const key = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '')
  await freshHalfMinute(page)
  await page.getByLabel('Code', { exact: true }).fill(codeAt(key, Date.now() - HALF_MINUTE_MS))
  await page.keyboard.press('Enter')
  await expect(page.getByText('My phone')).toBeVisible()

  await leave(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expectEntered(page)
  await leave(page)
  await passwordOf(page, username)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expectEntered(page)
  await page.goto(`${origin}/Profile/Security`)
  await expect(page.getByText('Signed in by password and passkey')).toBeVisible()

  await leave(page)
  await passwordOf(page, username)
  await expectAccessible(page)
  await freshHalfMinute(page)
  const shown = codeAt(key, Date.now() + HALF_MINUTE_MS)
  await code(page, shown)
  await expectEntered(page)
  await leave(page)
  await passwordOf(page, username)
  await code(page, shown)
  await expect(page.getByText(/Your login details are incorrect/)).toBeVisible()
  await code(page, saved)
  await expectEntered(page)
  await page.goto(`${origin}/Profile/Security`)
  await expect(page.getByText('9 of 10 recovery codes are left.')).toBeVisible()
})

import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { calls, refusal } from '../testing/calls.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()
afterEach(async () => {
  Object.assign(portal.server.deps.config, { smtpUrl: null, mailFrom: null })
  await portal.server.deps.db.deleteFrom('settings').where('key', 'in', ['mail', 'mail_password']).execute()
})

/** A part of the tab by its heading. */
const part = async (name: string) => within(await screen.findByRole('region', { name }))

// covers: OPS-39
// @test-tag long
test('a mail server, sender and signature are saved, and the password is never shown again', async () => {
  await portal.open('administrator', '/Settings/mail')
  const mail = await part('Mail')
  await portal.fill(mail.getByRole('textbox', { name: 'Mail server' }), 'localhost')
  await portal.fill(mail.getByRole('textbox', { name: 'Port' }), '25')
  await portal.choose(mail.getByRole('combobox', { name: 'Encryption' }), 'None (usually port 25)')
  await portal.fill(mail.getByRole('textbox', { name: 'User' }), 'robot')
  await portal.fill(mail.getByRole('textbox', { name: 'Signature' }), 'Coastlink')
  await portal.user.click(mail.getByRole('button', { name: 'Submit' }))
  expect(await mail.findByText('Please enter the password')).toBeVisible()
  expect(mail.getByRole('textbox', { name: 'Mail server' })).toHaveValue('localhost')
  await portal.fill(mail.getByLabelText('Password'), 'hunter2-mail')
  await portal.user.click(mail.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByText(/^The settings were saved/)).toBeVisible()
  expect(calls.of(api.mailSettings.update).at(-1)?.body).toEqual({
    host: 'localhost',
    port: 25,
    security: 'none',
    user: 'robot',
    password: 'hunter2-mail',
    signature: 'Coastlink',
  })
  const password = await screen.findByPlaceholderText('Stays as it is')
  expect(password).toHaveAccessibleName('Password')
  expect(password).toHaveValue('')
  expect(password).toHaveAttribute('type', 'password')
})

// covers: OPS-39
test('a test that is sent says in words what came of it', async () => {
  await portal.open('administrator', '/Settings/mail')
  const test = await part('Send a test')
  const send = async () => portal.user.click(test.getByRole('button', { name: 'Send a test' }))
  await send()
  await waitFor(() => expect(test.getByRole('status')).toHaveTextContent('There is no mail server yet.'))
  const said = { outcome: 'rejected', to: 'a@b.example', said: '550 mailbox is full' }
  calls.answer(api.mailSettings.test, () => Promise.resolve(Response.json({ data: said })))
  await send()
  await waitFor(() =>
    expect(test.getByRole('status')).toHaveTextContent('The mail server did not take the mail: 550 mailbox is full'),
  )
})

// covers: OPS-39
// @test-tag long
test('a test of text messages is offered where there is a gateway, and says in words what came of it', async () => {
  await portal.open('administrator', '/Settings/mail')
  expect((await part('Text messages')).queryByRole('button')).toBeNull()
  Object.assign(portal.server.deps.config, { sms: { kind: 'http', url: 'http://127.0.0.1:9' } })
  onTestFinished(() => void Object.assign(portal.server.deps.config, { sms: { kind: 'off' } }))
  await portal.open('administrator', '/Settings/mail')
  const sms = await part('Text messages')
  await portal.fill(sms.getByRole('textbox', { name: 'Phone number' }), 'call me')
  const send = () => portal.user.click(sms.getByRole('button', { name: 'Send a test message' }))
  await send()
  expect(await sms.findByText('Please enter a phone number such as +61 412 345 678')).toBeVisible()
  await portal.fill(sms.getByRole('textbox', { name: 'Phone number' }), '0412 345 678')
  const said = { outcome: 'refused', to: '+61412345678', said: 'No credit left' }
  calls.answer(api.mailSettings.testSms, () => Promise.resolve(Response.json({ data: said })))
  await send()
  await waitFor(() =>
    expect(sms.getByRole('status')).toHaveTextContent('The gateway did not take the message: No credit left'),
  )
  expect(calls.of(api.mailSettings.testSms).at(-1)?.body).toEqual({ to: '0412 345 678' })
})

// @test-tag long
test('those who get copies of the audit’s seals are named by their addresses, and what is no address is said beside the field', async () => {
  await portal.open('administrator', '/Settings/mail')
  const mail = await part('Mail')
  const field = () => mail.getByRole('textbox', { name: 'Copies of seals go to' })
  await portal.fill(field(), 'board@example.org, auditor')
  await portal.user.click(mail.getByRole('button', { name: 'Submit' }))
  expect(await mail.findByText('Please enter e-mail addresses with commas between them')).toBeVisible()
  await portal.fill(field(), 'board@example.org, auditor@example.com')
  await portal.user.click(mail.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByText(/^The settings were saved/)).toBeVisible()
  const seal_copies = ['board@example.org', 'auditor@example.com']
  expect(calls.of(api.mailSettings.update).at(-1)?.body).toEqual({ seal_copies })
  await waitFor(() => expect(field()).toHaveValue('board@example.org, auditor@example.com'))
})

// covers: OPS-41
test('what the environment sets of mail is shown, cannot be changed, and says so beside its field', async () => {
  Object.assign(portal.server.deps.config, {
    smtpUrl: 'smtps://robot:hunter2@mail.house.example',
    mailFrom: 'House <mail@house.example>',
  })
  await portal.open('administrator', '/Settings/mail')
  const mail = await part('Mail')
  for (const [role, name, variable] of [
    ['textbox', 'Mail server', 'SMTP_URL'],
    ['textbox', 'Port', 'SMTP_URL'],
    ['combobox', 'Encryption', 'SMTP_URL'],
    ['textbox', 'User', 'SMTP_URL'],
    ['textbox', 'Sender', 'AMBIT_MAIL_FROM'],
  ] as const) {
    const field = mail.getByRole(role, { name })
    expect(field).toBeDisabled()
    expect(field).toHaveAccessibleDescription(`Set by ${variable} in the environment.`)
  }
  expect(mail.getByLabelText('Password')).toBeDisabled()
  expect(mail.getByRole('textbox', { name: 'Mail server' })).toHaveValue('mail.house.example')
  await portal.fill(mail.getByRole('textbox', { name: 'Signature' }), 'House')
  await portal.user.click(mail.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByText(/^The settings were saved/)).toBeVisible()
  expect(calls.of(api.mailSettings.update).at(-1)?.body).toEqual({ signature: 'House' })
})

// covers: RIDE-21
test('the settings of mail say what is missing where passengers cannot be sent codes', async () => {
  const { config } = portal.server.deps
  const { sms } = config
  onTestFinished(() => void Object.assign(config, { sms }))
  await portal.open('administrator', '/Settings/mail')
  const codes = await part('Codes for passengers')
  expect(codes.getByText(/^None leave by e-mail: there is no mail server/)).toBeVisible()
  expect(codes.getByText(/^None leave by text message: there is no SMS gateway/)).toBeVisible()
  expect((await part('Text messages')).getByText(/SMS_PROVIDER in the environment sets one/)).toBeVisible()
  Object.assign(config, { smtpUrl: 'smtps://mail.house.example', sms: { ...sms, kind: 'twilio' } })
  await portal.open('administrator', '/Settings/mail')
  expect(
    (await part('Codes for passengers')).getByText('Passengers get the codes that they sign in with.'),
  ).toBeVisible()
})

test('who may only read the settings sees those of mail and sends no test', async () => {
  await portal.open({ permissions: ['Settings:settings:canRead'] }, '/Settings/mail')
  await part('Mail')
  expect(screen.queryByRole('textbox', { name: 'Mail server' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Send a test' })).toBeNull()
})

test('settings of mail that could not be loaded are asked for again by Retry', async () => {
  const back = calls.answer(api.mailSettings.show, () => Promise.resolve(refusal(422, 'broken')))
  await portal.open('administrator', '/Settings/mail')
  const retry = await screen.findByRole('button', { name: 'Retry' })
  back()
  await portal.user.click(retry)
  expect(await screen.findByRole('region', { name: 'Mail' })).toBeVisible()
})

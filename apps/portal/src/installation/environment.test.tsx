import { api } from '@ambit/contract'
import { screen, within } from '@testing-library/dom'
import { afterEach, expect, test } from 'vitest'
import { calls, refusal } from '../testing/calls.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({
  config: {
    environmentValues: [
      { name: 'AMBIT_ENVIRONMENT', value: null, secret: false, source: 'default' },
      { name: 'AMBIT_PORT', value: '9090', secret: false, source: 'environment' },
      { name: 'DATABASE_URL', value: null, secret: true, source: 'file' },
    ],
  },
})
const given = () => portal.server.deps.config.environmentValues
const shipped = { name: 'AMBIT_ENVIRONMENT', value: null, secret: false, source: 'default' } as const
afterEach(async () => {
  Object.assign(portal.server.deps.config, { environment: null, environmentValues: [shipped, ...given().slice(1)] })
  await portal.server.deps.db.deleteFrom('settings').where('key', '=', 'environment').execute()
  portal.server.deps.flags.forget()
})

const part = async (name: string) => within(await screen.findByRole('region', { name }))

// covers: OPS-40
test('what the environment sets is a list with values and sources, without secrets and without a field to change it', async () => {
  await portal.open('administrator', '/Settings/environment')
  const values = await part('What the environment sets')
  expect(values.getByRole('row', { name: /AMBIT_PORT/ })).toHaveTextContent('AMBIT_PORT9090Environment')
  expect(values.getByRole('row', { name: /DATABASE_URL/ })).toHaveTextContent('DATABASE_URLSet, and not shownFile')
  expect(within(values.getByRole('list', { name: 'Not set' })).getByText('AMBIT_ENVIRONMENT')).toBeVisible()
  for (const role of ['textbox', 'combobox', 'button'] as const) expect(values.queryByRole(role)).toBeNull()
  expect((await part('Environment')).queryByRole('combobox', { name: 'Name' })).toBeNull()
})

// covers: OPS-40
test('who may change environments chooses the name, which the list then tells as one of the settings', async () => {
  await portal.open('superadmin', '/Settings/environment')
  const environment = await part('Environment')
  await portal.choose(environment.getByRole('combobox', { name: 'Name' }), 'uat')
  await portal.user.click(environment.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByText(/^The settings were saved/)).toBeVisible()
  expect(calls.of(api.settings.update).at(-1)?.body).toEqual({ environment: { name: 'uat' } })
  const values = await part('What the environment sets')
  expect(await values.findByRole('row', { name: /AMBIT_ENVIRONMENT/ })).toHaveTextContent(
    'AMBIT_ENVIRONMENTuatSettings',
  )
})

// covers: OPS-41
test('a name that the environment sets cannot be changed, and says so beside its field', async () => {
  const fixed = { ...shipped, value: 'staging', source: 'environment' } as const
  Object.assign(portal.server.deps.config, {
    environment: 'staging',
    environmentValues: [fixed, ...given().slice(1)],
  })
  await portal.open('superadmin', '/Settings/environment')
  const field = (await part('Environment')).getByRole('combobox', { name: 'Name' })
  expect(field).toBeDisabled()
  expect(field).toHaveValue('staging')
  expect(field).toHaveAccessibleDescription('Set by AMBIT_ENVIRONMENT in the environment.')
})

test('values of the environment that could not be loaded are asked for again by Retry', async () => {
  const back = calls.answer(api.settings.environment, () => Promise.resolve(refusal(422, 'broken')))
  await portal.open('administrator', '/Settings/environment')
  const retry = await screen.findByRole('button', { name: 'Retry' })
  back()
  await portal.user.click(retry)
  expect(await screen.findByRole('region', { name: 'What the environment sets' })).toBeVisible()
})

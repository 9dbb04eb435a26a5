import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { calls, refusal } from '../testing/calls.ts'
import { startPortal } from '../testing/start-portal.ts'

const folder = mkdtempSync(join(tmpdir(), 'ambit-tab-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const backups = join(folder, 'backups')
const portal = startPortal({ config: { dataFolder: join(folder, 'data'), backupFolder: backups } })
beforeEach(async () => {
  rmSync(backups, { recursive: true, force: true })
  mkdirSync(backups)
  portal.server.deps.config.backupFolder = backups
  await portal.server.deps.db.deleteFrom('backup_wishes').execute()
})

const part = async (name: string) => within(await screen.findByRole('region', { name }))
/** The page's clock shows 22:00 UTC of the 22nd. */
const NIGHT = '20261122T163000Z'
const place = (name: string, bytes: number): void => writeFileSync(join(backups, name), 'x'.repeat(bytes))
const placeDrill = (drill: object): void => writeFileSync(join(backups, 'drills.jsonl'), `${JSON.stringify(drill)}\n`)

// covers: OPS-61
test('backups and drills are listed with result, size and time, and the last outcome of each is told', async () => {
  const file = `ambit-${NIGHT}-0.1.0.tar.gz`
  place(file, 2_500_000)
  place('ambit-20261121T163000Z-0.1.0.tar.gz.age', 100_000)
  placeDrill({ file, at: '2026-11-22T17:00:00.000Z', seconds: 61.25, bytes: 2_500_000, trouble: null })
  await portal.open('administrator', '/Settings/backups')
  const list = within(await screen.findByRole('table', { name: 'Backups that are kept' }))
  const rows = list.getAllByRole('row').slice(1)
  expect(rows[0]).toHaveTextContent(/2\.5 MBNightly, or by handNoRead back and restored$/)
  expect(rows[1]).toHaveTextContent(/100 kBNightly, or by handYesRead back$/)
  const drill = within(screen.getByRole('table', { name: 'Drills' })).getAllByRole('row')[1]
  expect(drill).toHaveTextContent(/ambit-20261122T163000Z-0\.1\.0\.tar\.gzRestored as it was2\.5 MB61\.3 s$/)
  const standing = await part('Backups')
  expect(standing.getByText('The newest good backup is 5 hours old.')).toBeVisible()
  expect(standing.getByText('The last drill, 5 hours ago, restored its backup as it was.')).toBeVisible()
  expect(standing.getByText(backups)).toBeVisible()
})

// covers: OPS-59
test('the page says that backups hold personal data, and whether they are encrypted', async () => {
  await portal.open('administrator', '/Settings/backups')
  expect(
    await screen.findByText(
      'A backup holds personal data of passengers and users. New ones are not encrypted: whoever can read the folder can read them.',
    ),
  ).toBeVisible()
  expect(screen.getByText('There is no backup yet')).toBeVisible()
})

// @test-tag long
test('a backup is asked for by Back up now, which is waited for in words', async () => {
  place(`ambit-${NIGHT}-0.1.0.tar.gz`, 10)
  await portal.open('administrator', '/Settings/backups')
  await portal.user.click(await screen.findByRole('button', { name: 'Back up now' }))
  expect(await screen.findByText(/^A backup is being made, asked for at /)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Back up now' })).toBeDisabled()
  await portal.user.click(screen.getByRole('button', { name: 'Drill now' }))
  expect(await screen.findByText(/^A drill restores the newest backup, asked for at /)).toBeVisible()
  await portal.server.deps.db.deleteFrom('backup_wishes').execute()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Back up now' })).toBeEnabled(), { timeout: 10_000 })
})

test('an old backup, a drill that failed and what was in the way of the last run are warned of', async () => {
  place('ambit-20261120T163000Z-0.1.0.tar.gz', 10)
  placeDrill({ file: 'x', at: '2026-11-21T22:00:00.000Z', seconds: 1, bytes: 10, trouble: 'The backup is cut short.' })
  const { db } = portal.server.deps
  const job = { name: 'backup.daily', due_at: new Date(), last_error: 'There is no room on the disk.' }
  await db.insertInto('jobs').values(job).execute()
  await portal.open('administrator', '/Settings/backups')
  const standing = await part('Backups')
  expect(await standing.findByText('The newest good backup is 2 days old.')).toBeVisible()
  expect(standing.getByText('The last drill, 24 hours ago, failed: The backup is cut short.')).toBeVisible()
  expect(standing.getByText('There is no room on the disk.')).toBeVisible()
  await db.deleteFrom('jobs').where('name', '=', 'backup.daily').execute()
})

test('a server without a folder says that it makes no backups, and offers no button', async () => {
  portal.server.deps.config.backupFolder = null
  await portal.open('administrator', '/Settings/backups')
  expect(await screen.findByText('This server makes no backups: AMBIT_BACKUP_FOLDER is off.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Back up now' })).toBeNull()
})

test('who may only see backups makes none, and who may not see them has no such tab', async () => {
  const keys = ['Settings:settings:canRead', 'Settings:backup:canRead']
  await portal.open({ permissions: keys }, '/Settings/backups')
  await screen.findByText('There is no backup yet')
  expect(screen.queryByRole('button', { name: 'Back up now' })).toBeNull()
  await portal.open({ permissions: keys.slice(0, 1) }, '/Settings/backups')
  const tabs = within(await screen.findByRole('navigation', { name: 'Parts of the settings' }))
  expect(tabs.queryByRole('link', { name: 'Backups' })).toBeNull()
  expect(calls.of(api.backups.list)).toHaveLength(0)
})

test('backups that could not be loaded are asked for again by Retry', async () => {
  const back = calls.answer(api.backups.list, () => Promise.resolve(refusal(422, 'broken')))
  await portal.open('administrator', '/Settings/backups')
  const retry = await screen.findByRole('button', { name: 'Retry' })
  back()
  await portal.user.click(retry)
  expect(await screen.findByText('There is no backup yet')).toBeVisible()
})

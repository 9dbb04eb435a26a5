import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { root } from './server.ts'

/** Two small days take minutes: they are played where there is time for them. */
const long = process.env['AMBIT_LONG'] === '1'

const play = (
  file: string,
  bookings: number,
  vehicles = 6,
): { status: number | null; table: string; figures: string } => {
  const args = [
    'tools/simulate.ts',
    '--day',
    '2026-11-23',
    '--seed',
    '7',
    '--bookings',
    String(bookings),
    '--vehicles',
    String(vehicles),
    '--json',
    file,
  ]
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  return { status, table: stdout, figures: readFileSync(file, 'utf8') }
}

test.skipIf(!long)(
  'the same seed plays the same day, to the byte, with nothing wrong in the end',
  { timeout: 1_800_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'ambit-days-'))
    try {
      const first = play(join(folder, 'first.json'), 60)
      const second = play(join(folder, 'second.json'), 60)
      expect(first).toEqual(second)
      expect(first.status).toBe(0)
      expect(first.table).toContain('Invariant check: 0 violations')
      expect(JSON.parse(first.figures)).toMatchObject({ requests: 60, unfinished: 0, errors: 0 })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

// covers: RIDE-123
test.skipIf(!long)(
  'a day with one trip in five driven over batches and a quarter of the bookings made in the app ends with nothing wrong',
  { timeout: 1_800_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'ambit-days-'))
    try {
      const { status, table, figures } = play(join(folder, 'day.json'), 200, 12)
      expect([status, table]).toEqual([0, expect.stringContaining('Invariant check: 0 violations')])
      const { booked, booked_by_app, unfinished, failed } = JSON.parse(figures)
      expect([unfinished, failed]).toEqual([0, 0])
      expect(booked_by_app / booked).toBeGreaterThanOrEqual(0.25)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

test.skipIf(!long)(
  'two vehicles of a zone are driven for a day with the drivers’ own app, one of them a third of the time without signal',
  { timeout: 1_800_000 },
  () => {
    const day = ['--day', '2026-11-23', '--seed', '7', '--bookings', '40', '--vehicles', '2', '--phones']
    const { status, stdout } = spawnSync(process.execPath, ['tools/simulate.ts', ...day], {
      cwd: root,
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([0, expect.stringContaining('Invariant check: 0 violations')])
    expect(stdout).toMatch(/Served +[1-9]/)
  },
)

test.skipIf(!long)(
  'three days with recurring journeys, groups, open returns, a waiting list and two breakdowns move no promise of a series and break no rule',
  { timeout: 2_400_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'ambit-days-'))
    const file = join(folder, 'days.json')
    const days = ['--day', '2026-11-23', '--days', '3', '--journeys', '--bookings', '60', '--vehicles', '6']
    try {
      const { status, stdout } = spawnSync(process.execPath, ['tools/simulate.ts', ...days, '--json', file], {
        cwd: root,
        encoding: 'utf8',
      })
      expect([status, stdout]).toEqual([0, expect.stringContaining('Invariant check: 0 violations')])
      const { requests, refused, week } = JSON.parse(readFileSync(file, 'utf8'))
      expect(requests).toBe(180)
      expect(week.refused_by_report).toBeGreaterThanOrEqual(refused)
      expect(week).toMatchObject({ series: { made: 3, promises_moved: 0 }, groups: { asked: 3 } })
      expect(Math.min(week.series.rides, week.groups.booked, week.open_returns.called)).toBeGreaterThan(0)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

/** A share of the seeds that are played by hand: docs/measurements/planning-days.md. */
test.skipIf(!long).each([
  ['the embedded database', 7, []],
  ['PostgreSQL', 11, ['--database', 'postgres']],
] as const)(
  'on a rough day on %s, seed %i, nothing is lost, doubled or left open, and no invariant is broken',
  { timeout: 1_200_000 },
  (_where, seed, database) => {
    const day = [
      '--day',
      '2026-11-23',
      '--seed',
      String(seed),
      '--bookings',
      '80',
      '--vehicles',
      '6',
      '--faults',
      ...database,
    ]
    const { status, stdout } = spawnSync(process.execPath, ['tools/simulate.ts', ...day], {
      cwd: root,
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([0, expect.stringContaining('Invariant check: 0 violations')])
    if (database.length > 0) expect(stdout).toMatch(/^Audit: [1-9]\d* events tell what became of [1-9]\d* records$/m)
    const counts = Object.fromEntries(
      [...(/^Faults: (.*)$/m.exec(stdout)?.[1] ?? '').matchAll(/(\d+) ([a-z ]+)/g)].map(([, count, what]) => [
        what,
        Number(count),
      ]),
    )
    expect(counts).toMatchObject({ 'disk full': database.length === 0 ? 1 : 0, 'mail away': 2, mails: 12 })
    for (const what of ['lost calls', 'optimiser ends', 'database ends']) expect(counts[what]).toBeGreaterThan(0)
  },
)

test('a wrong option is reported in one sentence, without a stack trace', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['tools/simulate.ts', ...args], { cwd: root, encoding: 'utf8' })
  expect(run('--day', 'tomorrow')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: '--day must be a date such as 2026-11-23, not "tomorrow".\n',
  })
  expect(run('--day', '2026-11-23', '--vehicles', '40').stderr).toBe(
    '--vehicles must be a whole number from 1 to 25, not "40".\n',
  )
  expect(run('--day', '2026-11-23', '--days', '0').stderr).toBe(
    '--days must be a whole number from 1 to 31, not "0".\n',
  )
  expect(run('--day', '2026-11-23', '--database', 'mysql').stderr).toBe(
    '--database takes embedded or postgres, not "mysql".\n',
  )
  expect(run('--day', '2026-11-23', '--speed', '3').stderr).not.toMatch(/\n\s+at /)
})

// Only Linux tells whose child a process is without another program.
test.skipIf(process.platform !== 'linux')(
  'a run that is terminated ends the processes that it has started',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ambit-ended-'))
    try {
      const run = spawn(process.execPath, ['tools/simulate.ts', '--day', '2026-11-23', '--data', folder], {
        cwd: root,
        stdio: 'ignore',
      })
      const begun = () => readFileSync(`/proc/${run.pid}/task/${run.pid}/children`, 'utf8').trim()
      const child = Number(await vi.waitUntil(() => begun() || undefined, { timeout: 60_000 }))
      const closed = once(run, 'close')
      run.kill('SIGTERM')
      expect(await closed).toEqual([143, null])
      expect(() => process.kill(child, 0)).toThrow('ESRCH')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { postgresMissing } from '../../apps/server/src/testing/postgres.ts'
import { root } from '../simulate/server.ts'

const long = process.env['AMBIT_LONG'] === '1'
const missing = postgresMissing()

const play = (...args: string[]) =>
  spawnSync(process.execPath, ['tools/kills.ts', ...args], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })

/** A share of what is played by hand: the full numbers are in docs/measurements/durability.md. */
const share = [
  ['embedded', 100],
  ['optimiser', 5],
  ...(missing === null
    ? ([
        ['servers', 6],
        ['postgres', 5],
      ] as const)
    : []),
] as const

describe.skipIf(!long)('killed while everything is at work', () => {
  test.each(share)(
    '%s, %i times: nothing that was confirmed is lost or doubled',
    { timeout: 7_200_000 },
    (on, kills) => {
      const { status, stdout, stderr } = play('--on', on, '--kills', String(kills), '--seed', '7')
      expect([status, stderr]).toEqual([0, ''])
      expect(stdout).toContain(`${kills} kills (${on}, seed 7): nothing confirmed is lost or doubled`)
    },
  )
})

// @test-tag long
test('what cannot be played is said in one sentence', () => {
  expect(play('--on', 'everything')).toMatchObject({
    status: 1,
    stderr: '--on takes embedded, servers, postgres, optimiser, not "everything".\n',
  })
  expect(play('--on', 'embedded', '--kills', '0').stderr).toBe(
    '--kills must be a whole number from 1 to 10000, not "0".\n',
  )
})

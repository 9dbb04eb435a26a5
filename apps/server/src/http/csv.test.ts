import { expect, test } from 'vitest'
import { csvLines } from './csv.ts'

test.each(['=1', '+1', '@a', '-a', '％=1', '＝1', '＋1', '－1', '＠a', ' =1', '\t=1', '\r=1', '%+1', '\u00a0=1'])(
  'a spreadsheet does not run %j from an export',
  (cell) => {
    expect(csvLines([[cell]]).replaceAll('"', '')).toMatch(/^'/)
  },
)

test.each(['Harbour', '12 %', 'a=b', '- none', '％'])('an export leaves %j as it is', (cell) => {
  expect(csvLines([[cell]])).toBe(`${cell}\r\n`)
})

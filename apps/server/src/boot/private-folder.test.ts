import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePrivate } from './private-folder.ts'

test.skipIf(process.platform === 'win32')('takes a data folder and all in it from other accounts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ambit-private-'))
  const warned: string[] = []
  try {
    mkdirSync(join(folder, 'streets', 'town'), { recursive: true })
    const file = join(folder, 'streets', 'town', 'tiles.pmtiles')
    writeFileSync(file, '')
    chmodSync(file, 0o666)
    chmodSync(join(folder, 'streets'), 0o777)
    makePrivate(folder, { warn: (_fields, message = '') => warned.push(message) })
    const modes = [folder, join(folder, 'streets'), file].map((path) => statSync(path).mode & 0o777)
    expect(modes).toEqual([0o700, 0o700, 0o600])
    makePrivate(join(folder, 'nothing'), { warn: (_fields, message = '') => warned.push(message) })
    expect(warned).toHaveLength(1)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

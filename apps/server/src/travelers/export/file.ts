import { AsyncZipDeflate, strToU8, Zip, ZipDeflate } from 'fflate'
import type { Steps } from '@ambit/streets'
import type { Clock } from '../../deps.ts'
import { CSV_MARK, csvLines } from '../../http/csv.ts'
import { inSlices } from '../../jobs/in-slices.ts'
import { byRows } from './by-rows.ts'
import type { Section } from './collect.ts'
import { readmeOf, wordsOf } from './readme.ts'

type Facts = { brand: string; id: number; made: Date }

type Files = Record<string, Uint8Array>

/** Bytes whose checksum takes a few milliseconds. */
const PIECE = 2 ** 18

/** One zip: `README.html` for reading, `data.json` for programs, and each part as CSV. */
export const exportFileOf = async (clock: Clock, facts: Facts, sections: readonly Section[]): Promise<Uint8Array> => {
  const files = await inSlices(clock, filesOf(facts, sections))
  return Buffer.concat(
    await new Promise<Uint8Array[]>((done, fail) => {
      const parts: Uint8Array[] = []
      const zip = new Zip((error, part, last) => {
        if (error !== null) return fail(error)
        parts.push(part)
        if (last) done(parts)
      })
      inSlices(clock, zipped(zip, files, facts.made)).catch(fail)
    }),
  )
}

/** In steps, as the checksums are made here. What is more than a piece is compressed on another thread. */
export function* zipped(zip: Zip, files: Files, mtime: Date): Steps<void> {
  for (const [name, bytes] of Object.entries(files)) {
    const entry = bytes.length > PIECE ? new AsyncZipDeflate(name) : new ZipDeflate(name)
    entry.mtime = mtime
    zip.add(entry)
    for (let from = 0; from === 0 || from < bytes.length; from += PIECE) {
      // A copy, as it is handed to the other thread.
      entry.push(bytes.slice(from, from + PIECE), from + PIECE >= bytes.length)
      yield
    }
  }
  zip.end()
}

/** In steps, as who has travelled for years has thousands of rows. */
export function* filesOf(facts: Facts, sections: readonly Section[]): Generator<void, Files> {
  const files: Files = {
    'README.html': strToU8(yield* readmeOf(facts, sections)),
    'data.json': strToU8(yield* jsonOf(facts, sections)),
  }
  for (const section of sections) files[`${section.name}.csv`] = strToU8(yield* csvOf(section))
  return files
}

function* jsonOf({ id, made }: Facts, sections: readonly Section[]): Generator<void, string> {
  const parts = [`"passenger": ${id}`, `"made_at": ${JSON.stringify(made)}`]
  for (const { name, source, rows } of sections) {
    const lines = yield* byRows(rows, (some) => some.map((row) => JSON.stringify(row, null, 2)).join(',\n'))
    parts.push(`"${name}": {"source": ${JSON.stringify(source)}, "rows": [\n${lines.join(',\n')}\n]}`)
  }
  return `{\n${parts.join(',\n')}\n}\n`
}

function* csvOf({ rows }: Section): Generator<void, string> {
  const columns = Object.keys(rows[0] ?? {})
  const lines = yield* byRows(rows, (some) => csvLines(some.map((row) => columns.map((column) => row[column]))))
  return CSV_MARK + csvLines([columns.map(wordsOf)]) + lines.join('')
}

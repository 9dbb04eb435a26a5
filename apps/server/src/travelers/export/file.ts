import { type AsyncZippable, strToU8, zip } from 'fflate'
import type { Clock } from '../../deps.ts'
import { CSV_MARK, csvLines } from '../../http/csv.ts'
import { inSlices } from '../../jobs/in-slices.ts'
import { byRows } from './by-rows.ts'
import type { Section } from './collect.ts'
import { readmeOf, wordsOf } from './readme.ts'

type Facts = { brand: string; id: number; made: Date }

/** One zip: `README.html` for reading, `data.json` for programs, and each part as CSV. Compressed on another thread. */
export const exportFileOf = async (clock: Clock, facts: Facts, sections: readonly Section[]): Promise<Uint8Array> => {
  const files = await inSlices(clock, filesOf(facts, sections))
  return new Promise((done, fail) =>
    zip(files, { mtime: facts.made }, (error, bytes) => (error === null ? done(bytes) : fail(error))),
  )
}

/** In steps, as who has travelled for years has thousands of rows. */
export function* filesOf(facts: Facts, sections: readonly Section[]): Generator<void, AsyncZippable> {
  const files: AsyncZippable = {
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

import { type AsyncZippable, strToU8, zip } from 'fflate'
import { CSV_MARK, csvLines } from '../../http/csv.ts'
import type { Section } from './collect.ts'
import { readmeOf, wordsOf } from './readme.ts'

type Facts = { brand: string; id: number; made: Date }

/** One zip: `README.html` for reading, `data.json` for programs, and each part as CSV. Compressed on another thread. */
export const exportFileOf = (facts: Facts, sections: readonly Section[]): Promise<Uint8Array> => {
  const data = Object.fromEntries(sections.map(({ name, source, rows }) => [name, { source, rows }]))
  const about = { passenger: facts.id, made_at: facts.made.toISOString() }
  const files: AsyncZippable = {
    'README.html': strToU8(readmeOf(facts, sections)),
    'data.json': strToU8(`${JSON.stringify({ ...about, ...data }, null, 2)}\n`),
    ...Object.fromEntries(sections.map((section) => [`${section.name}.csv`, strToU8(csvOf(section))])),
  }
  return new Promise((done, fail) =>
    zip(files, { mtime: facts.made }, (error, bytes) => (error === null ? done(bytes) : fail(error))),
  )
}

const csvOf = ({ rows }: Section): string => {
  const columns = Object.keys(rows[0] ?? {})
  return CSV_MARK + csvLines([columns.map(wordsOf), ...rows.map((row) => columns.map((column) => row[column]))])
}

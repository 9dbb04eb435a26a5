import { escape } from '../../http/html.ts'
import { byRows } from './by-rows.ts'
import type { Row, Section } from './collect.ts'

type Facts = { brand: string; id: number; made: Date }

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:1100px;margin:24px auto;padding:0 16px;color:#1b2027}
table{border-collapse:collapse;font-size:13px}th,td{border:1px solid #b4bbc7;padding:4px 8px;text-align:left;vertical-align:top}
th{background:#f0f2f5}div{overflow-x:auto}td{max-width:40ch;overflow-wrap:break-word;white-space:pre-wrap}small{color:#5a6370}`

/** One page without anything from elsewhere: all that is stored of a person, for reading. */
export function* readmeOf({ brand, id, made }: Facts, sections: readonly Section[]): Generator<void, string> {
  const parts: string[] = []
  for (const section of sections) parts.push(yield* sectionOf(section))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escape(brand)}: your data</title><style>${STYLE}</style></head><body><main>
<h1>What ${escape(brand)} stores of you</h1>
<p>You are passenger ${id}. This was made on ${textOf(made.toISOString())}. All times are in UTC.</p>
<p>Staff are named by their roles and drivers by their initials. The same is in <code>data.json</code>, and each part in a
file of its own that a spreadsheet opens. Not in it are the history of changes, which is kept in a sealed audit, and backups.</p>
<nav aria-label="Parts"><ul>${sections.map(entryOf).join('')}</ul></nav>
${parts.join('\n')}
</main></body></html>
`
}

const entryOf = ({ name, title, rows }: Section): string =>
  `<li><a href="#${name}">${escape(title)}</a> (${rows.length})</li>`

function* sectionOf({ name, title, source, rows }: Section): Generator<void, string> {
  return `<section id="${name}">
<h2>${escape(title)}</h2><p><small>Where it comes from: ${escape(source)} File: <code>${name}.csv</code></small></p>
${yield* contentOf(rows)}
</section>`
}

function* contentOf(rows: readonly Row[]): Generator<void, string> {
  const [first] = rows
  if (first === undefined) return '<p>Nothing is stored.</p>'
  return rows.length === 1 ? factsOf(first) : yield* tableOf(Object.keys(first), rows)
}

const factsOf = (row: Row): string =>
  `<div><table><tbody>${Object.entries(row)
    .map(
      ([column, value]) => `<tr><th scope="row">${escape(wordsOf(column))}</th><td>${escape(textOf(value))}</td></tr>`,
    )
    .join('\n')}</tbody></table></div>`

function* tableOf(columns: readonly string[], rows: readonly Row[]): Generator<void, string> {
  const cellsOf = (row: Row): string => columns.map((column) => `<td>${escape(textOf(row[column]))}</td>`).join('')
  const lines = yield* byRows(rows, (some) => some.map((row) => `<tr>${cellsOf(row)}</tr>`).join('\n'))
  const names = columns.map((column) => `<th scope="col">${escape(wordsOf(column))}</th>`).join('')
  return `<div><table><thead><tr>${names}</tr></thead>
<tbody>${lines.join('\n')}</tbody></table></div>`
}

export const wordsOf = (column: string): string => {
  const words = column.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `2026-11-25T22:54:23.168Z` */
const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d\.\d{3}Z$/

const textOf = (value: Row[string]): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value).replace(TIME, '$1 $2')
}

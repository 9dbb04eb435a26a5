import type { InstallationStatus } from '@ambit/contract'
import { useFormat } from '../settings/format.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DASH } from '../settings/create-format.ts'
import classes from './installation.module.css'
import { statusStrings as words } from './status-strings.ts'
import { useGrowth, useSize } from './use-size.ts'

type Props = { status: InstallationStatus }

export const TableSizes = ({ status: { tables } }: Props) => {
  const format = useFormat()
  const size = useSize()
  const growth = useGrowth()
  const rowsOf = (rows: number | null, counted: boolean): string => {
    if (rows === null) return words.unknown
    return counted ? format.number(rows) : words.about(format.number(rows))
  }
  return (
    <section className={`card ${classes['part']}`} aria-labelledby="settings-tables">
      <h2 id="settings-tables">{words.tables}</h2>
      <p className={classes['text']}>{words.tablesText}</p>
      {tables.length === 0 ? (
        <EmptyState title={words.noTables} reason={words.notMeasured} />
      ) : (
        <div className={classes['scroll']}>
          <table className={classes['table']} aria-labelledby="settings-tables">
            <thead>
              <tr>
                <th scope="col">{words.columns.table}</th>
                <th scope="col" className="numbers">
                  {words.columns.size}
                </th>
                <th scope="col" className="numbers">
                  {words.columns.rows}
                </th>
                <th scope="col" className="numbers">
                  {words.columns.growth}
                </th>
              </tr>
            </thead>
            <tbody>
              {tables.map(({ table, bytes, rows, counted, bytes_per_day }) => (
                <tr key={table}>
                  <th scope="row">
                    <code>{table}</code>
                  </th>
                  <td className="numbers">{size(bytes)}</td>
                  <td className="numbers">{rowsOf(rows, counted)}</td>
                  <td className="numbers">{bytes_per_day === null ? words.unknown : growth(bytes_per_day)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

/** The name of a table may go on in the next line after each of its words. */
const breakable = (name: string): string => name.replaceAll('_', '_\u200B')

/** More would not fit beside each other. */
const SHOWN = 4

/** What came since the day before, the newest first; nothing is shown before there are two days. */
export const TableGrowth = ({ status: { days, tables } }: Props) => {
  const format = useFormat('UTC')
  const size = useSize()
  const growth = useGrowth()
  if (days.length < 2) return null
  const shown = tables.slice(0, SHOWN).map(({ table, days: sizes }) => ({
    table,
    sizes: new Map(sizes.map(({ day, bytes }) => [day, bytes])),
  }))
  const since = (before: number | undefined, now: number | undefined): string =>
    before === undefined || now === undefined ? DASH : growth(now - before)
  const rows = days.slice(1).map((now, at) => ({ now, before: days[at] }))
  return (
    <section className={`card ${classes['part']}`} aria-labelledby="settings-growth">
      <h2 id="settings-growth">{words.byDay}</h2>
      <p className={classes['text']}>{words.byDayText}</p>
      <div className={classes['scroll']}>
        <table className={classes['table']} aria-labelledby="settings-growth">
          <thead>
            <tr>
              <th scope="col">{words.day}</th>
              {[words.database, ...shown.map(({ table }) => table), words.freeColumn].map((name) => (
                <th key={name} scope="col" className={`numbers ${classes['wrapping']}`}>
                  {breakable(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.toReversed().map(({ now, before }) => (
              <tr key={now.day}>
                <th scope="row" className={classes['oneLine']}>
                  {format.day(now.day)}
                </th>
                <td className="numbers">{since(before?.database_bytes, now.database_bytes)}</td>
                {shown.map(({ table, sizes }) => (
                  <td key={table} className="numbers">
                    {since(sizes.get(before?.day ?? ''), sizes.get(now.day))}
                  </td>
                ))}
                <td className="numbers">{now.free_bytes === null ? DASH : size(now.free_bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

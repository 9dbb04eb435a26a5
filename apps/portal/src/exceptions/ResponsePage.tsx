import type { ResponseFigure, ResponseFigures, ResponseTimes } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { DayRangeFields } from '../form/DayRangeFields.tsx'
import { exceptionStrings } from '../records/exceptions/strings.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { type DayRange, dayRange } from '../url/day-range.ts'
import { Link } from '../url/link.tsx'
import type { PlainSearch } from '../url/plain-search.ts'
import { useScope } from '../url/scope.ts'
import { urlState, useUrlState } from '../url/url-state.ts'
import { ExceptionTabs } from './ExceptionTabs.tsx'
import classes from './inbox.module.css'
import { responseQuery } from './queries.ts'
import { timeStrings as words } from './strings.ts'

const rangeState = urlState<DayRange>(dayRange)

/** How fast exceptions were answered, by kind, zone, hour and person. Each figure opens the rows behind it. */
const ResponsePage = () => {
  const [scope] = useScope()
  const [range, change] = useUrlState(rangeState)
  const query = useQuery(responseQuery(scope, range))
  return (
    <ExceptionTabs current="/Exceptions/response">
      <div className={classes['range']}>
        <DayRangeFields range={range} onChange={(next) => change(next, { replace: true })} />
        <p className={classes['hint']}>{words.targets}</p>
      </div>
      {query.isError && query.data === undefined && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data !== undefined &&
        (query.data.total.count === 0 ? <EmptyState title={words.none} /> : <All times={query.data} />)}
    </ExceptionTabs>
  )
}
export default ResponsePage

type Row = { key: string; name: string; search: PlainSearch; figures: ResponseFigures }

const All = ({ times: { total, kinds, zones, hours, people } }: { times: ResponseTimes }) => {
  const sections: readonly { label: string; rows: readonly Row[] }[] = [
    { label: words.all, rows: [{ key: 'all', name: words.everything, search: {}, figures: total }] },
    {
      label: words.byKind,
      rows: kinds.map((one) => ({
        key: one.kind,
        name: exceptionStrings.kinds[one.kind],
        search: { 'filter.kind': one.kind },
        figures: one,
      })),
    },
    {
      label: words.byZone,
      rows: zones.map((one) => ({
        key: String(one.id),
        name: one.name ?? exceptionStrings.everywhere,
        // What is of no zone is a fault.
        search: one.id === null ? { 'filter.kind': 'fault' } : { zone: String(one.id) },
        figures: one,
      })),
    },
    {
      label: words.byHour,
      rows: hours.map((one) => ({
        key: String(one.hour),
        name: words.hour(one.hour),
        search: { 'filter.hour': String(one.hour) },
        figures: one,
      })),
    },
    {
      label: words.byPerson,
      rows: people.map((one) => ({
        key: String(one.id),
        name: one.name ?? exceptionStrings.somebody,
        search: { 'filter.person': String(one.id) },
        figures: one,
      })),
    },
  ]
  return (
    <div className={classes['tables']}>
      {sections.map(({ label, rows }) => rows.length > 0 && <Figures key={label} label={label} rows={rows} />)}
    </div>
  )
}

const Figures = ({ label, rows }: { label: string; rows: readonly Row[] }) => (
  <section className="card" aria-label={label} tabIndex={0}>
    <h2>{label}</h2>
    <table className={classes['rules']}>
      <thead>
        <tr>
          <th scope="col">{words.what}</th>
          {columns.map(({ header }) => (
            <th key={header} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.name}</th>
            {columns.map(({ header, figure, value }) => (
              <td key={header}>
                <Figure row={row} header={header} figure={figure} text={value(row.figures)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

type FigureProps = { row: Row; header: string; figure: ResponseFigure; text: string | null }

const Figure = ({ row: { name, search }, header, figure, text }: FigureProps) =>
  text === null ? (
    words.nothing
  ) : (
    <Link
      to="/Exceptions/history"
      search={(before: PlainSearch) => ({ ...kept(before), ...search, 'filter.figure': figure })}
      className="text-link"
      aria-label={words.opens(name, header, text)}
    >
      {text}
    </Link>
  )

/** The days and the place go along. */
const kept = ({ region, zone, 'filter.from': from, 'filter.to': to }: PlainSearch): PlainSearch => ({
  region,
  zone,
  'filter.from': from,
  'filter.to': to,
})

const share = (part: number, whole: number): string | null =>
  whole === 0 ? null : `${Math.round((100 * part) / whole)} %`

const duration = (seconds: number | null): string | null => {
  if (seconds === null) return null
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}

type Column = { header: string; figure: ResponseFigure; value: (figures: ResponseFigures) => string | null }
const columns: readonly Column[] = [
  { header: words.count, figure: 'all', value: ({ count }) => String(count) },
  { header: words.acknowledgeMedian, figure: 'acknowledged', value: (one) => duration(one.acknowledge_median) },
  { header: words.acknowledgeP90, figure: 'acknowledged', value: (one) => duration(one.acknowledge_p90) },
  { header: words.inTarget, figure: 'in_target', value: (one) => share(one.in_target, one.in_target + one.late) },
  { header: words.late, figure: 'late', value: ({ late }) => String(late) },
  { header: words.resolveMedian, figure: 'all', value: (one) => duration(one.resolve_median) },
  { header: words.resolveP90, figure: 'all', value: (one) => duration(one.resolve_p90) },
  { header: words.itself, figure: 'itself', value: ({ itself, count }) => share(itself, count) },
  { header: words.wrongAlarm, figure: 'wrong_alarm', value: ({ wrong_alarm, count }) => share(wrong_alarm, count) },
]

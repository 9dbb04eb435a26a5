import type { ExceptionRates } from '../../apps/server/src/exceptions/rates.ts'

/** Lines of the report: what a sole dispatcher was asked for. */
export const exceptionLines = ({
  exceptions,
  by_severity,
  kinds,
  interruptions,
  hours,
  worst,
  worst_at,
}: ExceptionRates) => {
  const share = (count: number): string => (exceptions === 0 ? '–' : `${((count / exceptions) * 100).toFixed(1)} %`)
  const each = Object.entries(by_severity).map(([severity, count]) => `${count} ${severity} (${share(count)})`)
  const an_hour = hours === 0 ? '–' : (interruptions / hours).toFixed(2)
  return [
    `Exceptions: ${exceptions}, ${each.join(', ')}`,
    `Interruptions of a sole dispatcher: ${interruptions}, ${an_hour} an hour in ${hours.toFixed(1)} hours with trips`,
    `The worst 10 minutes: ${worst}${worst_at === null ? '' : `, until ${worst_at.toISOString()}`}`,
    ...kinds.map(
      ({ kind, urgent, soon, watch, interruptions: asked }) =>
        `  ${kind}: ${urgent} urgent, ${soon} soon, ${watch} watch, ${asked} interruptions`,
    ),
  ]
}

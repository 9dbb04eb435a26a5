import type { Spread } from './figures.ts'
import type { DayReport } from './report.ts'

const percent = (share: number | null): string => (share === null ? '–' : `${(share * 100).toFixed(1)} %`)
const spread = (values: Spread, unit: string): string =>
  values === null
    ? '–'
    : `${values.mean.toFixed(2)}${unit} mean · ${values.p50.toFixed(2)} median · ${values.p90.toFixed(2)} p90 · ${values.p95.toFixed(2)} p95`

/** The report as lines for a terminal. */
export const tableOf = (report: DayReport): string => {
  const shareOf = (count: number, all: number): string =>
    `${String(count).padStart(5)}  ${all === 0 ? '' : percent(count / all).padStart(7)}`
  const of = (count: number): string => shareOf(count, report.requests)
  const km = (value: number | null): string => (value === null ? '–' : `${value.toFixed(2)} km`)
  const rows: [string, string][] = [
    ['Requests', String(report.requests).padStart(5)],
    ['Booked', of(report.booked)],
    ['  of them in the app', shareOf(report.booked_by_app, report.booked)],
    ['  at another time than wished', of(report.moved)],
    ['Served', of(report.served)],
    ['Cancelled', of(report.cancelled)],
    ['No-show', of(report.no_show)],
    ['Declined by the passenger', of(report.declined)],
    ['Offering gone when confirmed', of(report.gone)],
    ['Refused', of(report.refused)],
    ...report.refused_why.map(({ code, count }): [string, string] => [`  ${code}`, of(count)]),
    ['Request not accepted', of(report.failed)],
    ...report.failed_why.map(({ text, count }): [string, string] => [`  ${text}`.slice(0, 60), of(count)]),
    ...(report.errors + report.unfinished > 0
      ? [['Not served to the end', of(report.errors + report.unfinished)] satisfies [string, string]]
      : []),
    ['Picked up inside the window', percent(report.pickup_on_time)],
    ['Set down by the promised time', percent(report.dropoff_on_time)],
    ['Late pick-ups, by', spread(report.pickup_late_min, ' min')],
    ['Wait after the wished time', spread(report.wished_wait_min, ' min')],
    ['Wait at the stop', spread(report.wait_min, ' min')],
    ['Ride', spread(report.ride_min, ' min')],
    ['Ride ÷ direct drive', spread(report.detour, '')],
    ['Passengers carried', `${report.passengers}, ${report.wheelchairs} in wheelchairs`],
    ['Vehicle hours', `${report.vehicle_hours} with ${report.vehicles} vehicles`],
    [
      'Passengers per vehicle hour',
      report.passengers_per_vehicle_hour === null ? '–' : report.passengers_per_vehicle_hour.toFixed(2),
    ],
    ['Distance', `${report.km.toFixed(1)} km, ${percent(report.empty_share)} empty`],
    ['  of it by timetable', `${report.route_km.toFixed(1)} km`],
    ['Distance for each passenger served', km(report.km_per_passenger)],
    ['  on demand alone', km(report.on_demand_km_per_passenger)],
  ]
  const width = Math.max(...rows.map(([name]) => name.length)) + 2
  return [
    `Service day ${report.date}, seed ${report.seed}`,
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(width)}${value}`),
    '',
  ].join('\n')
}

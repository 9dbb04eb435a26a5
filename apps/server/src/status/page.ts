import type { FastifyInstance, FastifyRequest } from 'fastify'
import { statusPartNames, type StatusState } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import { notReady } from '../http/errors.ts'
import { escape } from '../http/html.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { atomOf } from './atom.ts'
import { createStatusBoard, type Incident, type Part, type StatusReport } from './report.ts'

/** `/status` for people, `/status.json` for programs, `/status.atom` for feed readers: public, and without a script. */
export const serveStatus = (app: FastifyInstance, deps: Deps, limit: RateLimit): void => {
  const board = createStatusBoard(deps)
  const serve = (url: string, type: string, write: (report: StatusReport, now: Date) => string): void =>
    void app.get(
      url,
      { onRequest: async (request: FastifyRequest) => limit.takeAddress(request) },
      async (_request, reply) => {
        const report = await board()
        if (report === null) throw notReady('The database cannot be reached, and nothing is known from before')
        return reply.type(type).header('cache-control', 'no-store').send(write(report, deps.clock.wall()))
      },
    )
  serve('/status', 'text/html; charset=utf-8', pageOf)
  serve('/status.json', 'application/json; charset=utf-8', (report) => JSON.stringify(report))
  serve('/status.atom', 'application/atom+xml; charset=utf-8', (report) => atomOf(report, deps.config.publicUrl))
}

const stateWords: Readonly<Record<StatusState, string>> = {
  working: 'Working',
  disturbed: 'Disturbed',
  down: 'Down',
}

const pageOf = (report: StatusReport, now: Date): string => {
  const { service, parts, incidents } = report
  const over = incidents.filter(({ state }) => state === 'over')
  const planned = incidents.filter((one) => one.planned && one.state !== 'over')
  const disturbed = incidents.filter((one) => !one.planned && one.state !== 'over')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="60"><title>Status of ${escape(service)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="alternate" type="application/atom+xml" href="/status.atom" title="Incidents"><style>${style}</style></head>
<body><main><h1>Status of ${escape(service)}</h1>
${overall(
  report,
  disturbed.some(({ state }) => state === 'current'),
  now,
)}
${listOf('Incidents now', disturbed)}
${listOf('Planned works', planned)}
<section><h2>The last 90 days</h2>${parts.map(partOf).join('')}${parts.length === 0 ? '<p>Nothing has been measured yet.</p>' : ''}</section>
${listOf('Past incidents', over)}
</main><footer><p>Days and times are in UTC. <a href="/status.atom">Feed of incidents</a> · <a href="/status.json">As JSON</a></p></footer></body></html>`
}

const overall = (report: StatusReport, incident: boolean, now: Date): string => {
  const { parts, database, read_at, measured_at } = report
  if (database === 'not_reached')
    return `<p class="overall" data-state="down"><b>The database cannot be reached.</b> What is shown below was known ${ageOf(read_at, now)} ago.</p>`
  const failing = parts.filter(({ state }) => state !== 'working')
  const worst = failing.some(({ state }) => state === 'down')
    ? 'down'
    : failing.length > 0 || incident
      ? 'disturbed'
      : 'working'
  const sentence =
    failing.length === 0
      ? incident
        ? 'There is an incident; what is measured works.'
        : 'Everything works.'
      : failing.map(({ name, state }) => `${escape(name)}: ${stateWords[state].toLowerCase()}.`).join(' ')
  const age = measured_at === null ? '' : ` Measured ${ageOf(measured_at, now)} ago.`
  return `<p class="overall" data-state="${worst}"><b>${sentence}</b>${age}</p>`
}

const ageOf = (moment: Date, now: Date): string => {
  const seconds = Math.max(0, Math.round((now.getTime() - moment.getTime()) / 1000))
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}

const partOf = ({ name, state, days }: Part): string => {
  const measured = days.flatMap(({ minutes }) => minutes ?? [])
  const [disturbed, down] = [
    measured.reduce((sum, one) => sum + one.disturbed, 0),
    measured.reduce((sum, one) => sum + one.down, 0),
  ]
  const bars = days.map(({ day, minutes }) => {
    const kind =
      minutes === null ? 'none' : minutes.down >= 1 ? 'down' : minutes.disturbed >= 1 ? 'disturbed' : 'working'
    return `<i data-state="${kind}" title="${day}: ${dayWords(minutes)}"></i>`
  })
  return `<article><h3>${escape(name)} <span data-state="${state}">${stateWords[state]}</span></h3>
<div class="days" aria-hidden="true">${bars.join('')}</div>
<p class="sum">${measured.length === 0 ? 'Not measured yet' : `On ${measured.length} measured ${measured.length === 1 ? 'day' : 'days'}: ${minuteWords(disturbed)} disturbed, ${minuteWords(down)} down`}</p></article>`
}

const minuteWords = (minutes: number): string =>
  minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`

const dayWords = (minutes: Part['days'][number]['minutes']): string => {
  if (minutes === null) return 'not measured'
  if (minutes.down < 1 && minutes.disturbed < 1) return 'working'
  return `${minuteWords(minutes.disturbed)} disturbed, ${minuteWords(minutes.down)} down`
}

const listOf = (title: string, incidents: readonly Incident[]): string =>
  incidents.length === 0 ? '' : `<section><h2>${title}</h2>${incidents.map(incidentOf).join('')}</section>`

const incidentOf = ({ id, title, parts, region_name, starts_at, ends_at, updates }: Incident): string => {
  const where = region_name === null ? '' : ` · ${escape(region_name)}`
  const items = updates.toReversed().map(({ at, text }) => `<li>${timeOf(new Date(at))} ${escape(text)}</li>`)
  return `<article id="incident-${id}"><h3>${escape(title)}</h3>
<p>${parts.map((part) => escape(statusPartNames[part])).join(', ')}${where} · ${timeOf(starts_at)} to ${ends_at === null ? 'now' : timeOf(ends_at)}</p>
<ul>${items.join('')}</ul></article>`
}

const timeOf = (moment: Date): string => {
  const iso = moment.toISOString()
  return `<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)}</time>`
}

const style = `:root{color-scheme:light dark;--ok:light-dark(#1a7f37,#4ac26b);--warn:light-dark(#9a6700,#d4a72c);--bad:light-dark(#cf222e,#ff7b72);--off:light-dark(#d0d7de,#444c56);font:16px/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:56rem;padding:1.5rem;overflow-wrap:anywhere}
h2{margin-top:2rem;font-size:1.25rem}h3{margin:1rem 0 .25rem;font-size:1rem}
.overall{padding:.75rem 1rem;border:1px solid currentColor;border-left-width:.5rem;border-radius:.5rem}
[data-state=working]{color:var(--ok)}[data-state=disturbed]{color:var(--warn)}[data-state=down]{color:var(--bad)}[data-state=none]{color:var(--off)}
h3 span{float:right;font-weight:600}
.days{display:flex;gap:1px;height:2rem;align-items:end}
.days i{flex:1;min-width:1px;height:100%;background:currentColor;border-radius:1px}
.days [data-state=disturbed]{height:70%}.days [data-state=down]{height:40%}.days [data-state=none]{height:15%}
.sum{margin:.25rem 0;font-size:.9rem;opacity:.85}
time{font-variant-numeric:tabular-nums}ul{padding-left:1.25rem}footer{margin-top:2rem;font-size:.9rem}a{color:inherit}`

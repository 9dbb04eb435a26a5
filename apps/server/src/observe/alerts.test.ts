import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { jobsFor } from '../boot/job-list.ts'
import { startTestServer, testConfig, type TestServer } from '../testing/server.ts'

const root = join(import.meta.dirname, '../../../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const Rule = z.object({
  alert: z.string(),
  expr: z.string(),
  for: z.string(),
  labels: z.object({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.object({ summary: z.string(), runbook_url: z.string() }),
})
const { rules } = z
  .object({ groups: z.array(z.object({ rules: z.array(Rule) })).length(1) })
  .parse(parse(read('deploy/prometheus/alerts.yml'))).groups[0]! // one, by the schema
const Dashboard = z.object({
  panels: z.array(z.looseObject({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
})
const dashboard = Dashboard.parse(JSON.parse(read('deploy/grafana/ambit.json')))

let server: TestServer
let known: Set<string>
beforeAll(async () => {
  server = await startTestServer({ config: { processMetrics: true } })
  const text = await (await fetch(`${server.url}/metrics`)).text()
  known = new Set([...text.matchAll(/^# TYPE (\w+) \w+$/gm)].map((match) => match[1]!))
})
afterAll(() => server.close())

/** Of Prometheus's language, what labels are grouped by, and what Prometheus has itself. */
const functions = new Set(
  'sum max min by rate increase time topk or histogram_quantile le job status outcome table folder kind instance event channel state up __rate_interval'.split(
    ' ',
  ),
)
const metricsIn = (expr: string): string[] => {
  const bare = expr.replace(/\{[^}]*\}/g, '').replace(/\[[^\]]*\]/g, '')
  return [...bare.matchAll(/[a-z_]\w*/g)]
    .map((match) => match[0].replace(/_bucket$/, ''))
    .filter((word) => !functions.has(word))
}

test('alerts and dashboard ask for metrics that the server has', () => {
  const asked = [...rules, ...dashboard.panels.flatMap(({ targets }) => targets)].flatMap(({ expr }) => metricsIn(expr))
  expect(new Set(asked).size).toBeGreaterThan(20)
  expect([...new Set(asked)].filter((name) => !known.has(name))).toEqual([])
})

// covers: OPS-93
test('each alert has a page that says what to do', () => {
  const headings = [...read('docs/operating/alerts.md').matchAll(/^## (.*)$/gm)].map((match) =>
    match[1]!.toLowerCase().replaceAll(' ', '-'),
  )
  const anchors = rules.map(
    ({ annotations }) => /^docs\/operating\/alerts\.md#([\w-]+)$/.exec(annotations.runbook_url)?.[1],
  )
  expect(new Set(anchors)).toEqual(new Set(headings))
})

// covers: OPS-93
test('each condition that calls for somebody has its alert', () => {
  const conditions: [string, RegExp][] = [
    ['the server is not ready', /^max by \(instance\) \(ready\) == 0 or up/],
    ['more than 1 % of answers are errors', /5xx.*\[5m\].*> 0\.01$/],
    ['one search in 20 takes more than a second', /^histogram_quantile\(0\.95.*search_seconds.*> 1$/],
    ['jobs are late', /jobs_last_success_seconds\{job=~"dispatch.*> 300$/],
    ['live pages are 5 s behind', /live_lag_seconds.*> 5$/],
    ['no backup of 26 h', /backup_age_seconds\) > 93600$/],
    ['no pack of 20 min', /continuity_age_seconds\) > 1200$/],
    ['less than 15 % of the disk is free', /disk_free_share\) < 0\.15$/],
    ['a message waits for more than an hour', /messages_waiting_seconds\) > 3600$/],
    ['the audit is broken', /audit_broken\) > 0$/],
  ]
  for (const [what, expr] of conditions)
    expect([what, rules.filter((rule) => expr.test(rule.expr)).length]).toEqual([what, 1])
})

// covers: OPS-94
test('the dashboard shows every metric of the product on one page', () => {
  const shown = new Set(dashboard.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr))))
  const ours = [...known].filter((name) => !/^(process|nodejs)_/.test(name))
  const left = ours.filter((name) => !shown.has(name))
  // How often planning looked and sought room belongs to tuning, not to watching.
  expect(left.filter((name) => !/^(optimiser|room)_/.test(name))).toEqual([])
})

test('the alert about planning knows its jobs by their name', () => {
  expect(jobsFor(testConfig).filter(({ name }) => name.startsWith('dispatch.')).length).toBeGreaterThan(3)
})

test('no alert about late jobs is due before the next run of its job', () => {
  const late = rules.flatMap(({ alert, expr }) => {
    const [, sign, pattern = '', seconds] =
      /jobs_last_success_seconds\{job(=|=~|!~)"([^"]+)"\}\) > (\d+)$/.exec(expr) ?? []
    const named = new RegExp(`^(?:${pattern.replaceAll('\\\\', '\\')})$`)
    return sign === undefined
      ? []
      : [{ alert, seconds: Number(seconds), watches: (job: string) => named.test(job) !== (sign === '!~') }]
  })
  for (const { name, every } of jobsFor(testConfig)) {
    const watching = late.filter(({ watches }) => watches(name))
    expect([name, watching.length]).toEqual([name, 1])
    expect([name, watching.filter(({ seconds }) => seconds * 1000 <= every)]).toEqual([name, []])
  }
})

// covers: OPS-91
test('the metrics by which a service is watched are all there', () => {
  const wanted =
    'searches_total search_seconds confirmations_total bookings_open promises_at_risk optimiser_seconds jobs_last_success_seconds jobs_failed_total live_streams live_lag_seconds positions_total vehicles_without_signal'.split(
      ' ',
    )
  expect(wanted.filter((name) => !known.has(name))).toEqual([])
})

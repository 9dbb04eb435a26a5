import { openPostgres } from '../../apps/server/src/database/connect.ts'
import { eventsSince, lastEvent, readRecords, type Records, replay } from '../../apps/server/src/testing/audited.ts'

/** What the events of a run tell, and which records are not as they tell. */
export type Audit = { events: number; records: number; wrong: string[] }

const AT_ONCE = 10_000
/** One mistake may touch thousands of records. */
const MOST_TOLD = 20

/** Notes what stands now; what it answers compares it, with all events since, with what stands then. */
export const watchAudit = async (databaseUrl: string): Promise<() => Promise<Audit>> => {
  const { db, close } = await openPostgres(databaseUrl, () => {})
  const before = await readRecords(db)
  const start = await lastEvent(db)
  return async () => {
    try {
      const touched = new Set<string>()
      let records: Records = before
      let count = 0
      for (let last = start; ;) {
        const events = await eventsSince(db, last, AT_ONCE)
        const end = events.at(-1)
        if (end === undefined) break
        records = replay(records, events)
        for (const { record_kind, record_id } of events) touched.add(`${record_kind} ${record_id}`)
        count += events.length
        last = end.id
      }
      return { events: count, records: touched.size, wrong: differing(records, await readRecords(db)) }
    } catch (error) {
      return { events: 0, records: 0, wrong: [`audit: ${error instanceof Error ? error.message : String(error)}`] }
    } finally {
      await close()
    }
  }
}

const differing = (told: Records, stored: Records): string[] => {
  const keys = [...new Set([...told.keys(), ...stored.keys()])]
  const wrong = keys.filter((key) => asText(told.get(key)) !== asText(stored.get(key)))
  return wrong.slice(0, MOST_TOLD).map((key) => `audit: ${key} is not as its events tell`)
}

const asText = (fields: object | undefined): string =>
  JSON.stringify(Object.entries(fields ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)))

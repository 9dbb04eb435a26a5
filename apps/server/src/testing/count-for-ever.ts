// durable.test.ts runs this as a process and kills it: prints each number after its commit.
import { sql } from 'kysely'
import { openDatabase } from '../database/open.ts'

const database = await openDatabase({ databaseUrl: null, dataFolder: process.argv[2] ?? '' }, () => {})
await sql`create table if not exists counted (n integer primary key)`.execute(database.db)
const { rows } = await sql<{ n: number }>`select coalesce(max(n), 0) as n from counted`.execute(database.db)
for (let n = (rows[0]?.n ?? 0) + 1; ; n += 1) {
  await sql`insert into counted values (${n})`.execute(database.db)
  process.stdout.write(`${n}\n`)
}

// A server of the town in a process of its own, on a given database and street data. It prints its address, and ends with
// its standard input.
import { openStreets } from '@ambit/streets'
import { createApp } from '../../../apps/server/src/app.ts'
import { openPostgres } from '../../../apps/server/src/database/connect.ts'
import { benchDeps } from '../deps.ts'
import { NOW, SEED } from './scene.ts'

const [url = '', folder = '', number = '0'] = process.argv.slice(2)
const database = await openPostgres(url, (error) => {
  throw error
})
// Each draws ids of its own.
const seed = SEED + 1 + Number(number)
const app = await createApp(await benchDeps({ database, now: NOW, seed, streets: await openStreets(folder) }))
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
for await (const _ of process.stdin);
await app.close()
await database.close()

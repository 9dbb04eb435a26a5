// A server in its own process on a given database, for tests with several servers. It prints
// its address, then each warning, and ends with its standard input.
import { openPostgres } from '../database/connect.ts'
import { startTestServer } from './server.ts'
import { straightStreets } from './straight-streets.ts'

const [databaseUrl = ''] = process.argv.slice(2)
const say = (text: string): void => void process.stdout.write(`${text}\n`)
const database = await openPostgres(databaseUrl, ({ message }) => say(message))
const server = await startTestServer({ streets: straightStreets(), database })
say(server.url)
for await (const _ of process.stdin);
for (const { level, message } of server.logged) say(`${level}: ${message}`)
await server.close()

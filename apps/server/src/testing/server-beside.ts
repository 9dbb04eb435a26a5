// A server in a process of its own on somebody else's database, for tests of several servers side by side. It says
// where it listens, then each warning; it ends with its standard input.
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

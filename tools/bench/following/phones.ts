// The pages of a process of its own: each does what the page of a ride does in /Ride, without drawing it.
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { FromPages, Heard, Phone, ToPages } from './pages.ts'

/** As ui/use-repeated.ts and ui/use-booking.ts of the app have them. ms */
const ASK_EVERY = 15_000
const SILENT = 20_000
const AT_ONCE = 20

const agent = new Agent({ keepAlive: true, maxSockets: 256 })
const streams: ClientRequest[] = []
let timers: NodeJS.Timeout[] = []
let heard: Heard = { shown: [], told: 0, asked: 0, refused: 0 }
let isOpen = false

type Ride = { vehicle: { position: { at: string } | null } | null }

const call = (origin: string, path: string, headers: Record<string, string>, use: Agent | false) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request(`${origin}${path}`, { headers, agent: use }, resolve)
    asked.on('error', reject)
    if (use === false) streams.push(asked)
    asked.end()
  })

const textOf = async (answer: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part as Buffer) // a response without an encoding is read in buffers
  return Buffer.concat(parts).toString()
}

const openPage = async (origin: string, { token, ride }: Phone, number: number): Promise<void> => {
  // Each phone has an address of its own: RIDE-115 counts by address.
  const address = `10.1.${Math.floor(number / 250)}.${(number % 250) + 1}`
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address }
  let etag: string | null = null
  let last = ''
  let lastHeard = 0
  const take = ({ vehicle }: Ride): void => {
    const at = vehicle?.position?.at
    if (at === undefined || at === last) return
    last = at
    heard.shown.push({ ride, at, shown: Date.now() })
  }
  const again = async (): Promise<void> => {
    if (!isOpen) return
    heard.asked += 1
    const known: Record<string, string> = etag === null ? {} : { 'if-none-match': etag }
    const answer = await call(origin, `/api/v2/ride/bookings/${ride}`, { ...headers, ...known }, agent)
    const text = await textOf(answer)
    if (answer.statusCode === 304) return
    if (answer.statusCode !== 200) return void (heard.refused += 1)
    etag = answer.headers.etag ?? null
    take((JSON.parse(text) as { data: Ride }).data) // as the contract has it
  }
  const ask = (): void => void again().catch(() => void (heard.refused += isOpen ? 1 : 0))
  await again()
  const stream = await call(origin, '/api/v2/ride/live', headers, false)
  if (stream.statusCode !== 200) throw new Error(`A stream was answered with ${stream.statusCode}`)
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (part: string) => {
    const events = (rest + part).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const [, name, data] = /^event: (\w+)\ndata: (.*)$/m.exec(event) ?? []
      // A page hears no comments.
      if (name !== undefined) lastHeard = Date.now()
      if (name === 'ready') ask()
      if (name !== 'ride' || data === undefined) continue
      const told = JSON.parse(data) as { id: number; ride?: Ride } // as the contract has it
      if (told.id !== ride) continue
      heard.told += 1
      if (told.ride === undefined) ask()
      else {
        etag = null
        take(told.ride)
      }
    }
  })
  stream.on('error', () => {})
  const askUnlessTold = (): void => {
    if (Date.now() - lastHeard >= SILENT) ask()
  }
  timers.push(setInterval(askUnlessTold, ASK_EVERY))
}

const open = async (origin: string, phones: readonly Phone[]): Promise<void> => {
  isOpen = true
  heard = { shown: [], told: 0, asked: 0, refused: 0 }
  const waiting = [...phones.entries()]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await openPage(origin, next[1], next[0])
    }),
  )
  // What opening them took is not counted.
  heard = { ...heard, told: 0, asked: 0 }
}

const close = (): Heard => {
  isOpen = false
  for (const timer of timers) clearInterval(timer)
  timers = []
  for (const stream of streams.splice(0)) {
    stream.on('error', () => {})
    stream.destroy()
  }
  return heard
}

const send = (message: FromPages): void => void process.send?.(message)

process.on('message', (message: ToPages) => {
  if (message.kind === 'close') return send({ kind: 'closed', heard: close() })
  open(message.origin, message.phones).then(
    () => send({ kind: 'open' }),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
})
// With its parent.
process.on('disconnect', () => process.exit(0))

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const Value = z.object({ stringValue: z.string().optional(), intValue: z.union([z.number(), z.string()]).optional() })
const Attributes = z.array(z.looseObject({ key: z.string(), value: Value })).default([])
const SentSpan = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: Attributes,
  status: z.object({ code: z.number().optional() }).optional(),
})
const Sent = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(SentSpan) })) })),
})

export type Collected = z.output<typeof SentSpan> & { facts: Record<string, string | number | undefined> }

export type Collector = {
  url: string
  spans: Collected[]
  /** all that was sent to it, as it came */
  text: () => string
  close: () => Promise<void>
}

/** A collector that takes OTLP over HTTP, as JSON. */
export const startCollector = async (): Promise<Collector> => {
  const spans: Collected[] = []
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      bodies.push(body)
      for (const { scopeSpans } of Sent.parse(JSON.parse(body)).resourceSpans)
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({
            ...span,
            facts: Object.fromEntries(
              span.attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
            ),
          })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port, not on a pipe
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    text: () => bodies.join('\n'),
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

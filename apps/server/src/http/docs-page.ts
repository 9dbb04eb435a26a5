import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bases, type Endpoint } from '@ambit/contract'
import { escape } from './html.ts'
import { type Json, openApiOf, tagOf } from './openapi.ts'
import type { RateLimit } from './rate-limit.ts'

type Options = { version: string; limit: RateLimit }

/**
 * The interface as a page that people read, and as a document that programs read. No script, nothing from outside. Both
 * are made and compressed once, when they are first asked for.
 */
export const serveDocs = (app: FastifyInstance, endpoints: readonly Endpoint[], { version, limit }: Options): void => {
  let document: Json | null = null
  const made = (): Json => (document ??= openApiOf(endpoints, version))
  const onRequest = async (request: FastifyRequest): Promise<void> => limit.takeAddress(request)
  const serve = (url: string, type: string, text: () => string): void => {
    const send = constant(text)
    app.get(url, { onRequest, compress: false }, (request, reply) => send(request, reply.type(type)))
  }
  serve('/api/docs/openapi.json', 'application/json; charset=utf-8', () => JSON.stringify(made()))
  serve('/api/docs/style.css', 'text/css; charset=utf-8', () => style)
  serve('/api/docs', 'text/html; charset=utf-8', () => pageOf(endpoints, made(), version))
}

type Forms = Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>

/** Answers a text that never changes in the form that the caller takes. */
const constant = (text: () => string) => {
  let forms: Promise<Forms> | null = null
  const compressed = async (): Promise<Forms> => {
    const identity = Buffer.from(text())
    const [br, gz] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)])
    return { br, gzip: gz, identity }
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const form = (['br', 'gzip'] as const).find((name) => request.headers['accept-encoding']?.includes(name))
    forms ??= compressed()
    const body = (await forms)[form ?? 'identity']
    if (form !== undefined) void reply.header('content-encoding', form)
    return reply.header('vary', 'accept-encoding').send(body)
  }
}

const pageOf = (endpoints: readonly Endpoint[], document: Json, version: string): string => {
  const tags = [...new Set(endpoints.map(tagOf))]
  const records = Object.entries(under(document, 'components', 'schemas')).map(
    ([name, schema]) =>
      `<details><summary><b>${name}</b></summary><pre id="${name}" tabindex="0">${json(schema)}</pre></details>`,
  )
  const sections = tags.map((tag) => {
    const parts = endpoints.filter((endpoint) => tagOf(endpoint) === tag).map((endpoint) => partOf(endpoint, document))
    return `<section id="${tag}"><h2>${tag}</h2>${parts.join('')}</section>`
  })
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Ambit API</title><link rel="stylesheet" href="/api/docs/style.css"></head>
<body><header><h1>Ambit API</h1><p>Version ${escape(version)} · <a href="/api/docs/openapi.json">OpenAPI 3.1 document</a></p></header>
<nav aria-label="Resources"><ul>${tags.map((tag) => `<li><a href="#${tag}">${tag}</a></li>`).join('')}<li><a href="#records">records</a></li></ul></nav>
<main>
<p>Send the token of <code>POST /api/v2/ops/sessions</code> as <code>Authorization: Bearer …</code>. Lists take
<code>page</code>, <code>per_page</code>, <code>search</code>, <code>sort</code> (a leading minus reverses it) and
<code>filter[key]=a,b</code>. <code>If-Match</code> with the version of <code>ETag</code> refuses a stale change;
<code>Idempotency-Key</code> makes a creating call safe to repeat.</p>
${sections.join('\n')}
<section id="records"><h2>Records</h2>${records.join('')}</section>
</main></body></html>`
}

const partOf = (endpoint: Endpoint, document: Json): string => {
  const path = bases[endpoint.audience] + endpoint.path
  const at = path.replace(/:(\w+)/g, '{$1}')
  const { parameters, requestBody, responses } = under(document, 'paths', at, endpoint.method.toLowerCase())
  return `<details><summary><b class="${endpoint.method.toLowerCase()}">${endpoint.method}</b> <code>${escape(path)}</code>
<span>${escape(endpoint.summary)}</span></summary><p>${escape(accessOf(endpoint))}</p>
<pre tabindex="0">${json({ parameters, requestBody, responses })}</pre></details>`
}

const accessOf = ({ access }: Endpoint): string =>
  access.includes(':') ? `Permission ${access}` : access.replace('_', ' ')

/** The part of the document at these keys; undefined where there is none. */
const under = (document: Json, ...keys: string[]): Json => {
  let node = document
  for (const key of keys) {
    const next = node[key]
    node = typeof next === 'object' && next !== null ? { ...next } : {}
  }
  return node
}

const json = (value: unknown): string =>
  escape(JSON.stringify(value, null, 2)).replace(
    /(#\/components\/schemas\/)(\w+)/g,
    (reference, _, name) => `<a href="#${name}">${reference}</a>`,
  )

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:70rem;padding:1.5rem}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;padding:0}
details{border:1px solid color-mix(in srgb,currentColor 20%,transparent);border-radius:.5rem;margin:.4rem 0;padding:.5rem .75rem}
summary{cursor:pointer}summary span{opacity:.85;margin-left:.5rem}summary b{display:inline-block;min-width:4.5rem}
pre{overflow:auto;max-height:30rem;padding:.75rem;border-radius:.4rem;background:color-mix(in srgb,currentColor 7%,transparent)}
code{font-family:ui-monospace,monospace}`

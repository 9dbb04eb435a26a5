import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { TILES_FILE } from '../streets/source.ts'
import { notFound } from '../http/errors.ts'

const YEAR = 365 * 24 * 3600_000

/**
 * The built portal, and the map tiles of the street data. Hashed assets and tiles never change under their address;
 * the page itself is never cached.
 */
export const serveStaticFiles = async (app: FastifyInstance, { config, streets }: Deps): Promise<void> => {
  const { portalFolder } = config
  await app.register(fastifyStatic, {
    root: portalFolder ?? import.meta.dirname,
    serve: portalFolder !== null,
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = /[/\\]assets[/\\]/.test(path) || path.endsWith(TILES_FILE)
      void reply.header('cache-control', hashed ? `public, max-age=${YEAR / 1000}, immutable` : 'no-cache')
    },
  })
  app.get('/tiles/:name', async (request: FastifyRequest<{ Params: { name: string } }>, reply) => {
    const folder = streets.folder()
    if (
      folder === null ||
      request.params.name !== `${basename(folder)}.pmtiles` ||
      !existsSync(join(folder, TILES_FILE))
    ) {
      throw notFound('There are no map tiles of that name')
    }
    return reply.type('application/vnd.pmtiles').sendFile(TILES_FILE, folder)
  })
}

/** Addresses of pages that the portal draws itself; never those of the API, of files, or of what is missing there. */
export const isPage = ({ method, url, headers }: FastifyRequest): boolean => {
  if (method !== 'GET' && method !== 'HEAD') return false
  const path = url.split('?', 1)[0] ?? url
  if (/^\/(api|geo|tiles|assets|fonts)(\/|$)/.test(path)) return false
  if (/\.\w{1,8}$/.test(path)) return false
  const accept = headers.accept ?? '*/*'
  return accept.includes('text/html') || accept.includes('*/*')
}

export const sendPage = (reply: FastifyReply): FastifyReply => reply.status(200).sendFile('index.html')

import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { TILES_FILE } from '../streets/source.ts'
import { notFound } from '../http/errors.ts'

const YEAR = 365 * 24 * 3600_000

/**
 * The built portal, the driver's app below `/Drive`, and the map tiles of the street data. Hashed assets and tiles never
 * change under their address; pages, and the worker that keeps the driver's app, are never cached.
 */
export const serveStaticFiles = async (app: FastifyInstance, { config, streets }: Deps): Promise<void> => {
  const worker = config.driverFolder === null ? null : join(config.driverFolder, 'worker.js')
  const serveFolder = (folder: string | null, prefix: string, decorateReply: boolean) =>
    app.register(fastifyStatic, {
      root: folder ?? import.meta.dirname,
      serve: folder !== null,
      prefix,
      decorateReply,
      wildcard: false,
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = /[/\\]assets[/\\]/.test(path) || path.endsWith(TILES_FILE)
        void reply.header('cache-control', hashed ? `public, max-age=${YEAR / 1000}, immutable` : 'no-cache')
        // It lies below /Drive/ and keeps /Drive itself as well.
        if (path === worker) void reply.header('service-worker-allowed', '/Drive')
      },
    })
  await serveFolder(config.portalFolder, '/', true)
  await serveFolder(config.driverFolder, '/Drive/', false)
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

/**
 * The folder whose page answers an address: the driver's app below `/Drive`, the portal elsewhere. Null for the API, for
 * files, for what is missing there, and for what passengers will open at `/Ride`.
 */
export const pageAt = (
  { method, url, headers }: FastifyRequest,
  { portalFolder, driverFolder }: Pick<Config, 'portalFolder' | 'driverFolder'>,
): string | null => {
  if (method !== 'GET' && method !== 'HEAD') return null
  const path = url.split('?', 1)[0] ?? url
  if (/^\/(api|geo|tiles|assets|fonts|Drive\/assets|Ride)(\/|$)/.test(path)) return null
  if (/\.(\w{1,8}|webmanifest)$/.test(path)) return null
  const accept = headers.accept ?? '*/*'
  if (!accept.includes('text/html') && !accept.includes('*/*')) return null
  return /^\/Drive(\/|$)/.test(path) ? driverFolder : portalFolder
}

export const sendPage = (reply: FastifyReply, folder: string): FastifyReply =>
  reply.status(200).sendFile('index.html', folder)

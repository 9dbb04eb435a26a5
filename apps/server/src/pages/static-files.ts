import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { TILES_FILE } from '../streets/source.ts'
import { notFound } from '../http/errors.ts'

const YEAR = 365 * 24 * 3600_000

/** The addresses that apps for phones lie below, each with the folder of its files. */
const phoneApps = [
  { path: '/Drive', folder: 'driverFolder' },
  { path: '/Ride', folder: 'rideFolder' },
] as const
const phoneAppAt = (path: string) => phoneApps.find((app) => path === app.path || path.startsWith(`${app.path}/`))

type Folders = Pick<Config, 'portalFolder' | 'driverFolder' | 'rideFolder'>

/**
 * The built portal, the apps for phones, and the map tiles of the street data. Hashed assets and tiles never change under
 * their address; pages, and the workers that keep the apps for phones, are never cached.
 */
export const serveStaticFiles = async (app: FastifyInstance, { config, streets }: Deps): Promise<void> => {
  const serveFolder = (folder: string | null, below: string, decorateReply: boolean) =>
    app.register(fastifyStatic, {
      root: folder ?? import.meta.dirname,
      serve: folder !== null,
      prefix: `${below}/`,
      decorateReply,
      wildcard: false,
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = /[/\\]assets[/\\]/.test(path) || path.endsWith(TILES_FILE)
        void reply.header('cache-control', hashed ? `public, max-age=${YEAR / 1000}, immutable` : 'no-cache')
        // A worker lies below /Drive/, say, and keeps /Drive itself as well.
        if (below !== '' && folder !== null && path === join(folder, 'worker.js'))
          void reply.header('service-worker-allowed', below)
      },
    })
  await serveFolder(config.portalFolder, '', true)
  for (const { path, folder } of phoneApps) await serveFolder(config[folder], path, false)
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
 * The folder whose page answers an address: an app for phones below its own, the portal elsewhere. Null for the API, for
 * files and for what is missing there.
 */
export const pageAt = ({ method, url, headers }: FastifyRequest, folders: Folders): string | null => {
  if (method !== 'GET' && method !== 'HEAD') return null
  const path = url.split('?', 1)[0] ?? url
  if (/^\/(api|geo|tiles|assets|fonts|Drive\/assets|Ride\/assets)(\/|$)/.test(path)) return null
  if (/\.(\w{1,8}|webmanifest)$/.test(path)) return null
  const accept = headers.accept ?? '*/*'
  if (!accept.includes('text/html') && !accept.includes('*/*')) return null
  return folders[phoneAppAt(path)?.folder ?? 'portalFolder']
}

/** No search engine keeps a page on which a ride is followed. */
export const sendPage = ({ url }: FastifyRequest, reply: FastifyReply, folder: string): FastifyReply => {
  if (/^\/Ride\/Track\b/.test(url)) void reply.header('x-robots-tag', 'noindex, nofollow')
  return reply.status(200).sendFile('index.html', folder)
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hexOf, rgbOfHsl } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { currentApp } from './shown.ts'

const SCOPE = '/Drive'
const icon = (size: number, purpose: 'any' | 'maskable') => ({
  src: `${SCOPE}/icons/${purpose}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** What a phone needs to install the driver's app (W3C Web App Manifest), in the brand's name and colour. */
export const serveDriverManifest = (
  app: FastifyInstance,
  { db, config }: Pick<Deps, 'db' | 'config'>,
  limit: RateLimit,
): void =>
  void app.get(
    `${SCOPE}/manifest.webmanifest`,
    { onRequest: async (request: FastifyRequest) => limit.takeAddress(request) },
    async (_request, reply) => {
      const { brandName, brandColor } = await currentApp(db, config)
      const colour = hexOf(rgbOfHsl(brandColor))
      return reply
        .type('application/manifest+json')
        .header('cache-control', 'no-cache')
        .send(
          JSON.stringify({
            id: SCOPE,
            name: `${brandName} Drive`,
            short_name: brandName,
            start_url: SCOPE,
            scope: SCOPE,
            display: 'standalone',
            orientation: 'any',
            theme_color: colour,
            background_color: '#12161b',
            icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
          }),
        )
    },
  )

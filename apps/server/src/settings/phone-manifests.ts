import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hexOf, rgbOfHsl } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { currentApp } from './shown.ts'

/** The apps for phones, by the address that each lies below. A passenger knows the brand's name alone. */
const phoneApps = [
  { scope: '/Drive', nameOf: (brand: string) => `${brand} Drive` },
  { scope: '/Ride', nameOf: (brand: string) => brand },
] as const

const icon = (scope: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `${scope}/icons/${purpose}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** What a phone needs to install an app (W3C Web App Manifest), in the brand's name and colour. */
export const servePhoneManifests = (
  app: FastifyInstance,
  { db, config }: Pick<Deps, 'db' | 'config'>,
  limit: RateLimit,
): void => {
  for (const { scope, nameOf } of phoneApps)
    app.get(
      `${scope}/manifest.webmanifest`,
      { onRequest: async (request: FastifyRequest) => limit.takeAddress(request) },
      async (_request, reply) => {
        const { brandName, brandColor } = await currentApp(db, config)
        const colour = hexOf(rgbOfHsl(brandColor))
        return reply
          .type('application/manifest+json')
          .header('cache-control', 'no-cache')
          .send(
            JSON.stringify({
              id: scope,
              name: nameOf(brandName),
              short_name: brandName,
              start_url: scope,
              scope,
              display: 'standalone',
              orientation: 'any',
              theme_color: colour,
              background_color: '#12161b',
              icons: [icon(scope, 192, 'any'), icon(scope, 512, 'any'), icon(scope, 512, 'maskable')],
            }),
          )
      },
    )
}

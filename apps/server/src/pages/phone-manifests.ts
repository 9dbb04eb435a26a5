import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hexOf, rgbOfHsl } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { appFor } from '../rides/config.ts'
import { iconOf, logoPath } from '../settings/logos.ts'
import { currentApp } from '../settings/shown.ts'

const ownIcon = (scope: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `${scope}/icons/${purpose}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})
const ownIcons = (scope: string) => [
  ownIcon(scope, 192, 'any'),
  ownIcon(scope, 512, 'any'),
  ownIcon(scope, 512, 'maskable'),
]

type Shown = {
  name: string
  short_name: string
  start_url: string
  theme_color: string
  icons: ReturnType<typeof ownIcon>[]
}

/** What a phone needs to install an app (W3C Web App Manifest): of drivers by the brand, of passengers by the app that they came by. */
export const servePhoneManifests = (
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'config'>,
  limit: RateLimit,
): void => {
  const serve = (scope: string, shownTo: (request: FastifyRequest) => Promise<Shown>): void =>
    void app.get(
      `${scope}/manifest.webmanifest`,
      { onRequest: async (request: FastifyRequest) => limit.takeAddress(request) },
      async (request, reply) => {
        const { start_url, ...shown } = await shownTo(request)
        return reply
          .type('application/manifest+json')
          .header('cache-control', 'no-cache')
          .send(
            JSON.stringify({
              ...shown,
              id: start_url,
              start_url,
              scope,
              display: 'standalone',
              orientation: 'any',
              background_color: '#12161b',
            }),
          )
      },
    )
  serve('/Drive', () => driversApp(deps))
  serve('/Ride', (request) => passengersApp(deps, request))
}

const driversApp = async ({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<Shown> => {
  const { brandName, brandColor } = await currentApp(db, config)
  return {
    name: `${brandName} Drive`,
    short_name: brandName,
    start_url: '/Drive',
    theme_color: hexOf(rgbOfHsl(brandColor)),
    icons: ownIcons('/Drive'),
  }
}

/** One that is named in the address is opened by it from the phone's home screen too. */
const passengersApp = async (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { hostname: host, url }: FastifyRequest,
): Promise<Shown> => {
  const slug = new URLSearchParams(url.split('?')[1]).get('app') ?? undefined
  const [{ brandName, brandColor }, app] = await Promise.all([currentApp(db, config), appFor(db, host, slug)])
  const name = app.brand_name ?? brandName
  return {
    name,
    short_name: name,
    start_url: app.slug === slug ? `/Ride?app=${slug}` : '/Ride',
    theme_color: app.brand_color ?? hexOf(rgbOfHsl(brandColor)),
    icons: (app.logo === null ? null : await logoIcons(db, app.logo)) ?? ownIcons('/Ride'),
  }
}

const logoIcons = async (db: Deps['db'], digest: string) => {
  const icon = await iconOf(db, digest)
  if (icon === undefined) return null
  const { media_type: type, sides } = icon
  return [{ src: logoPath(digest), sizes: sides === null ? 'any' : sides.join('x'), type, purpose: 'any' as const }]
}

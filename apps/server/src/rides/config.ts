import { type Kysely, sql } from 'kysely'
import { hoursOfApp } from '../booking-rules/hours-of-app.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { openPost } from '../mail/server.ts'
import { messageMode } from '../messages/mode.ts'
import { noticesOfApp } from '../notices/queries.ts'
import { shownSettings } from '../settings/shown.ts'
import { tilesAddress } from '../settings/tiles.ts'

const columns = [
  'id',
  'name',
  'slug',
  'brand_name',
  'brand_color',
  'logo',
  'host_names',
  'sign_up',
  'locales',
  'phone_number',
] as const

/** The app or site that a passenger came by: of the host, else the one named, else the one that ships as the default. */
export const appFor = (db: Kysely<DB>, host: string, slug: string | undefined) => {
  const [name, named] = [host.toLowerCase(), slug ?? '']
  return db
    .selectFrom('consumer_apps')
    .select(columns)
    .where(sql<boolean>`${name} = any(host_names) or slug = ${named} or is_default`)
    .orderBy(sql`${name} = any(host_names)`, 'desc')
    .orderBy(sql`slug = ${named}`, 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}
export type App = Awaited<ReturnType<typeof appFor>>

export const appOf = (db: Kysely<DB>, id: number): Promise<App> =>
  db.selectFrom('consumer_apps').select(columns).where('id', '=', id).executeTakeFirstOrThrow()

/** By what a code can be sent. Where no message leaves the installation, both are kept in it. */
export const carriersNow = async (deps: Pick<Deps, 'db' | 'config'>): Promise<{ email: boolean; sms: boolean }> => {
  const kept = (await messageMode(deps)) !== 'send'
  const post = await openPost(deps)
  post?.close()
  return { email: kept || post !== null, sms: kept || deps.config.sms.kind !== 'off' }
}

export const callWords = (phone: string | null): string => (phone === null ? 'Please call us' : `Please call ${phone}`)

export const rideConfig = async (deps: Deps, { host, slug }: { host: string; slug: string | undefined }) => {
  const app = await appFor(deps.db, host, slug)
  const { brand, currency } = await shownSettings(deps.db, deps.config)
  return {
    app: {
      slug: app.slug,
      brand_name: app.brand_name ?? brand,
      brand_color: app.brand_color,
      logo: app.logo,
      sign_up: app.sign_up,
      phone_number: app.phone_number,
    },
    languages: app.locales,
    currency,
    codes: await carriersNow(deps),
    service_hours: await hoursOfApp(deps.db, app.id, deps.clock.now()),
    notices: await noticesOfApp(deps.db, app.id, deps.clock.now()),
    map: { tiles: tilesAddress(deps.streets), attribution: deps.streets.current()?.manifest.attribution ?? null },
    push_key: (await deps.pushKeys()).public_key,
    server_time: deps.clock.now(),
  }
}

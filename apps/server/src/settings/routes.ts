import { basename } from 'node:path'
import { z } from 'zod'
import { api, type Settings } from '@ambit/contract'
import { anyUser } from '../access/queries.ts'
import type { Deps } from '../deps.ts'
import { environmentFor } from '../http/authenticate.ts'
import type { Module, Wire } from '../http/bind.ts'
import { appDefaults, brandDefaults, moduleDefaults } from './defaults.ts'
import { isDemo } from './demo.ts'
import { currentFlags } from './flags.ts'

/** The part of a stored override that is an object; whatever else was stored changes nothing. */
const Override = z.record(z.string(), z.unknown()).catch({})
/** `{ [module's name]: { enabled, menuName, mainMenu, brand } }` */
const ModuleOverrides = z
  .record(
    z.string(),
    z
      .object({
        enabled: z.boolean(),
        menuName: z.string(),
        mainMenu: z.boolean(),
        brand: z.enum(['a', 'b']).nullable(),
      })
      .partial(),
  )
  .catch({})

export const routes: Module = (bind, deps) => {
  bind(api.settings.show, async ({ host }) => ({ data: await settingsFor(deps, host) }))
}

const settingsFor = async (deps: Deps, host: string): Promise<Wire<Settings>> => {
  const { db, config, clock } = deps
  const stored = new Map(
    (await db.selectFrom('settings').selectAll().where('key', 'in', ['app', 'modules']).execute()).map(
      ({ key, value }) => [key, value],
    ),
  )
  const modules = ModuleOverrides.parse(stored.get('modules') ?? {})
  return {
    app: {
      ...appDefaults,
      ...brandDefaults[config.brand],
      ...Override.parse(stored.get('app') ?? {}),
      brand: config.brand,
    },
    modules: moduleDefaults.map(({ groupName, items }) => ({
      groupName,
      items: items.map((item) => ({ ...item, ...modules[item.name] })),
    })),
    featureFlags: Object.fromEntries(
      Object.entries(await currentFlags(deps)).map(([key, flag]) => [
        key,
        { enabled: flag.enabled, disabled_in: [...flag.disabled_in] },
      ]),
    ),
    environment: environmentFor(deps, host),
    version: config.version,
    setup_needed: !(await anyUser(db)),
    mail_outbox: config.smtpUrl === null,
    streets: streetsOf(deps),
    clock: { now: clock.now(), speed: clock.speed },
    demo: await isDemo(db),
  }
}

const streetsOf = ({ streets }: Deps): Settings['streets'] => {
  const manifest = streets.current()?.manifest
  const folder = streets.folder()
  if (manifest === undefined) {
    return { available: false, name: null, demo: false, bbox: null, tiles: null, attribution: null }
  }
  return {
    available: true,
    name: manifest.name,
    demo: manifest.demo,
    bbox: [...manifest.bbox],
    // The version in the address lets the tiles be cached for ever.
    tiles: folder === null ? null : `/tiles/${basename(folder)}.pmtiles?v=${Date.parse(manifest.created_at)}`,
    attribution: manifest.attribution,
  }
}

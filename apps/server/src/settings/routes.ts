import { api, type Settings } from '@ambit/contract'
import { anyUser } from '../sessions/queries.ts'
import { currentSignInSettings } from '../sessions/sign-in-settings.ts'
import type { Deps } from '../deps.ts'
import { keysOf } from '../http/authenticate.ts'
import type { Module, Wire } from '../http/bind.ts'
import { userIdOf } from '../http/scope.ts'
import { currentAccessSettings } from './access.ts'
import { changeSettings } from './change.ts'
import { environmentNow } from './environment.ts'
import { isDemo } from './demo.ts'
import { localDemo } from './local-demo.ts'
import { receiveLogo } from './logos.ts'
import { mailServerOf } from './mail-server.ts'
import { currentModules } from './modules.ts'
import { currentApp } from './shown.ts'
import { tilesAddress } from './tiles.ts'

const offeredProviders = (db: Deps['db']) =>
  db.selectFrom('sso_providers').select(['id', 'name']).where('offered', '=', true).orderBy('id').execute()

export const routes: Module = (bind, deps) => {
  bind(api.settings.show, async ({ local }) => ({ data: await settingsFor(deps, local) }))

  bind.raw(api.version.show, async (_call, _request, reply) =>
    reply.header('cache-control', 'no-store').send({ version: deps.config.version }),
  )

  bind(api.settings.update, async ({ body, actor, local }) => {
    await changeSettings(deps, await keysOf(deps, actor), body, userIdOf(actor))
    return { data: await settingsFor(deps, local) }
  })

  bind(api.settings.environment, async () => {
    const data = await environmentNow(deps)
    return { data, meta: { total: data.length, total_count: data.length } }
  })

  bind(api.settings.addLogo, async ({ body, keep }) =>
    deps.db.transaction().execute(async (tx) => keep(tx, { data: await receiveLogo(tx, body.content) })),
  )
}

const settingsFor = async (deps: Deps, local: boolean): Promise<Wire<Settings>> => {
  const { db, config, clock } = deps
  return {
    app: await currentApp(db, config),
    modules: await currentModules(db),
    featureFlags: Object.fromEntries(
      Object.entries(await deps.flags.current()).map(([key, flag]) => [
        key,
        { enabled: flag.enabled, disabled_in: [...flag.disabled_in] },
      ]),
    ),
    signIn: await currentSignInSettings(db),
    access: await currentAccessSettings(db),
    signOn: config.publicUrl === null ? [] : await offeredProviders(db),
    environment: await deps.flags.environment(),
    version: config.version,
    setup_needed: !(await anyUser(db)),
    mail_outbox: (await mailServerOf(db, config)) === null,
    streets: streetsOf(deps),
    clock: { now: clock.now(), speed: clock.speed },
    demo: await isDemo(db),
    local_demo: local ? await localDemo(deps) : null,
  }
}

const streetsOf = ({ streets }: Deps): Settings['streets'] => {
  const manifest = streets.current()?.manifest
  if (manifest === undefined) {
    return { available: false, name: null, demo: false, bbox: null, tiles: null, attribution: null, made_at: null }
  }
  return {
    available: true,
    name: manifest.name,
    demo: manifest.demo,
    bbox: [...manifest.bbox],
    tiles: tilesAddress(streets),
    attribution: manifest.attribution,
    made_at: manifest.created_at,
  }
}

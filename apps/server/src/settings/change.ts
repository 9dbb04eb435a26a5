import { sql, type Transaction } from 'kysely'
import type { PermissionKey, Settings, SettingsInput } from '@ambit/contract'
import { contrastOfWhite, defaultFlags, LEAST_TEXT_CONTRAST } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { type FieldError, forbidden, invalid } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import { currentCurrency } from './currency.ts'
import { moduleDefaults } from './defaults.ts'
import { isLogo } from './logos.ts'

/** What is said of a field beside it when it is not the settings that decide. */
export const setInEnvironment = (...variables: string[]): string => `Set by ${variables.join(', ')} in the environment.`

type Objects = Readonly<Record<string, unknown>>

/** The settings have no number of their own: the live stream names them by this one. */
export const SETTINGS_ID = 1

/** Where the page Settings is in the menu. */
const SETTINGS_MODULE = 'Installation'

/**
 * Save of the Settings page: what is named comes over what was stored. Without the right to change environments
 * a feature's list of them stays, and the environment's name. Every portal hears of it, and the log says who changed which parts.
 */
export const changeSettings = async (
  deps: Pick<Deps, 'db' | 'log' | 'flags' | 'config'>,
  holds: (key: PermissionKey) => boolean,
  { app, modules, featureFlags, signIn, access, environment, confirm_currency }: SettingsInput,
  userId: number | null,
): Promise<void> => {
  const lists = Object.values(featureFlags ?? {}).some((flag) => flag.disabled_in !== undefined)
  if ((lists || environment !== undefined) && !holds('Settings:environment:canUpdate')) {
    throw forbidden('You need the permission Settings:environment:canUpdate')
  }
  if (environment !== undefined && deps.config.environment !== null)
    throw invalid([{ pointer: '/environment/name', detail: setInEnvironment('AMBIT_ENVIRONMENT') }])
  refuseUnknown(modules ?? {}, featureFlags ?? {}, deps.config.brand)
  await refuseApp(deps, app ?? {}, confirm_currency === true)
  await deps.db.transaction().execute(async (tx) => {
    if (app !== undefined) await merge(tx, 'app', (stored) => ({ ...stored, ...app }))
    if (signIn !== undefined) await merge(tx, 'sign_in', (stored) => ({ ...stored, ...signIn }))
    if (access !== undefined) await merge(tx, 'access', (stored) => ({ ...stored, ...access }))
    if (environment !== undefined) await merge(tx, 'environment', (stored) => ({ ...stored, ...environment }))
    if (modules !== undefined)
      await merge(tx, 'modules', (stored) => mergedEach(wholeModules(stored, modules), modules))
    if (featureFlags !== undefined) {
      const shipped = defaultFlags()
      await merge(tx, 'feature_flags', (stored) =>
        mergedEach({ ...pick(shipped, featureFlags), ...stored }, featureFlags),
      )
    }
    await recordChanged(tx, 'settings', SETTINGS_ID)
  })
  deps.flags.forget()
  const changed = [
    ...Object.keys(app ?? {}),
    ...Object.keys(signIn ?? {}),
    ...Object.keys(access ?? {}),
    ...(environment === undefined ? [] : ['environment']),
    ...Object.keys(modules ?? {}),
    ...Object.keys(featureFlags ?? {}),
  ]
  deps.log.info({ user_id: userId, changed }, 'settings changed')
}

type App = NonNullable<SettingsInput['app']>
type Modules = NonNullable<SettingsInput['modules']>

/** What only the server can judge: whether words on the colour can be read, whether a logo is there, what was sold. */
const refuseApp = async (deps: Pick<Deps, 'db' | 'config'>, app: App, currencyConfirmed: boolean): Promise<void> => {
  const errors: FieldError[] = []
  if (app.brandColor !== undefined && contrastOfWhite(app.brandColor) < LEAST_TEXT_CONTRAST)
    errors.push({
      pointer: '/app/brandColor',
      title: 'Colour',
      detail: `White words on it have a contrast of ${contrastOfWhite(app.brandColor)} : 1, and need ${LEAST_TEXT_CONTRAST} : 1. Please choose a darker colour`,
    })
  for (const field of ['logoLight', 'logoDark'] as const) {
    const digest = app[field] ?? null
    if (digest !== null && !(await isLogo(deps.db, digest)))
      errors.push({ pointer: `/app/${field}`, title: 'Logo', detail: 'There is no such logo' })
  }
  const question = currencyConfirmed ? null : await aboutCurrency(deps, app.currency)
  if (question !== null) errors.push({ pointer: '/confirm_currency', title: 'Currency', detail: question })
  if (errors.length > 0) throw invalid(errors)
}

/** What has to be confirmed where there are fares; they keep the currency that they were made in. */
const aboutCurrency = async ({ db }: Pick<Deps, 'db'>, currency: string | undefined): Promise<string | null> => {
  const current = await currentCurrency(db)
  if (currency === undefined || currency === current) return null
  const { fares } = await db
    .selectFrom('service_requests')
    .select(sql<number>`count(*)::int`.as('fares'))
    .where('total_price', '>', 0)
    .executeTakeFirstOrThrow()
  if (fares === 0) return null
  return `There ${fares === 1 ? 'is one fare' : `are ${fares} fares`} on record. ${fares === 1 ? 'It stays' : 'They stay'} in the currency that ${fares === 1 ? 'it was' : 'they were'} made in, and new ones are in ${currency}`
}

const refuseUnknown = (
  modules: Modules,
  flags: NonNullable<SettingsInput['featureFlags']>,
  brand: Settings['app']['brand'],
): void => {
  const known = new Set(moduleDefaults.flatMap(({ items }) => items.map(({ name }) => name)))
  const shipped = defaultFlags()
  const errors: FieldError[] = [
    ...Object.keys(modules)
      .filter((name) => !known.has(name))
      .map((name) => ({ pointer: `/modules/${name}`, detail: 'There is no such module' })),
    ...Object.keys(flags)
      .filter((name) => !Object.hasOwn(shipped, name))
      .map((name) => ({ pointer: `/featureFlags/${name}`, detail: 'There is no such feature' })),
    ...Object.entries(flags)
      .filter(([name, flag]) => name.startsWith('Settings:') && !stays(flag))
      .map(([name]) => ({ pointer: `/featureFlags/${name}`, detail: 'It could not be switched on again' })),
    ...lockingOut(modules[SETTINGS_MODULE] ?? {}, brand),
  ]
  if (errors.length > 0) throw invalid(errors)
}

const STAYS_FOR_ALL =
  'Nobody could find Settings to bring it back. To keep somebody out, first take Settings:settings:canRead from their roles'

/** The page that this is changed on stays in use and in the menu. */
const lockingOut = (change: Modules[string], brand: Settings['app']['brand']): FieldError[] => {
  const gone = {
    enabled: change.enabled === false,
    mainMenu: change.mainMenu === false,
    brand: change.brand != null && change.brand !== brand,
  }
  return Object.entries(gone)
    .filter(([, refused]) => refused)
    .map(([field]) => ({ pointer: `/modules/${SETTINGS_MODULE}/${field}`, detail: STAYS_FOR_ALL }))
}

const stays = (flag: { enabled?: boolean | undefined; disabled_in?: readonly string[] | undefined }): boolean =>
  flag.enabled !== false && (flag.disabled_in ?? []).length === 0

const pick = (from: Objects, names: Objects): Objects =>
  Object.fromEntries(Object.entries(from).filter(([name]) => Object.hasOwn(names, name)))

/** With every field of the modules that are changed, so that an earlier version brings back each of them. */
const wholeModules = (stored: Objects, changes: Modules): Objects => ({
  ...stored,
  ...Object.fromEntries(
    moduleDefaults
      .flatMap(({ items }) => items)
      .filter(({ name }) => Object.hasOwn(changes, name))
      .map(({ name, enabled, mainMenu, globalSearchEnabled, brand }) => [
        name,
        { enabled, menuName: null, mainMenu, globalSearchEnabled, brand, ...asObject(stored[name]) },
      ]),
  ),
})

const mergedEach = (stored: Objects, changes: Objects): Objects => ({
  ...stored,
  ...Object.fromEntries(
    Object.entries(changes).map(([name, change]) => [name, { ...asObject(stored[name]), ...asObject(change) }]),
  ),
})

const asObject = (value: unknown): Objects =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Objects) : {} // checked on the left

/** Reads and writes one row under its lock, so that two administrators' changes are both kept. */
export const merge = async (tx: Transaction<DB>, key: string, change: (stored: Objects) => Objects): Promise<void> => {
  await sql`insert into settings (key, value) values (${key}, '{}') on conflict (key) do nothing`.execute(tx)
  const { value } = await tx
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('settings')
    .set({ value: JSON.stringify(change(asObject(value))) })
    .where('key', '=', key)
    .execute()
}

import { sql, type Transaction } from 'kysely'
import { type PermissionKey, type SettingsInput } from '@ambit/contract'
import { defaultFlags } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { type FieldError, forbidden, invalid } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import { moduleDefaults } from './defaults.ts'

type Objects = Readonly<Record<string, unknown>>

/** The settings have no number of their own: the live stream names them by this one. */
export const SETTINGS_ID = 1

/**
 * Save of the Settings page: what is named comes over what was stored. Without the right to change environments
 * a feature's list of them stays. Every portal hears of it, and the log says who changed which parts.
 */
export const changeSettings = async (
  deps: Pick<Deps, 'db' | 'log' | 'flags'>,
  holds: (key: PermissionKey) => boolean,
  { app, modules, featureFlags, signIn }: SettingsInput,
  userId: number | null,
): Promise<void> => {
  const lists = Object.values(featureFlags ?? {}).some((flag) => flag.disabled_in !== undefined)
  if (lists && !holds('Settings:environment:canUpdate')) {
    throw forbidden('You need the permission Settings:environment:canUpdate')
  }
  refuseUnknown(modules ?? {}, featureFlags ?? {})
  await deps.db.transaction().execute(async (tx) => {
    if (app !== undefined) await merge(tx, 'app', (stored) => ({ ...stored, ...app }))
    if (signIn !== undefined) await merge(tx, 'sign_in', (stored) => ({ ...stored, ...signIn }))
    if (modules !== undefined) await merge(tx, 'modules', (stored) => mergedEach(stored, modules))
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
    ...Object.keys(modules ?? {}),
    ...Object.keys(featureFlags ?? {}),
  ]
  deps.log.info({ user_id: userId, changed }, 'settings changed')
}

const refuseUnknown = (modules: Objects, flags: NonNullable<SettingsInput['featureFlags']>): void => {
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
  ]
  if (errors.length > 0) throw invalid(errors)
}

const stays = (flag: { enabled?: boolean | undefined; disabled_in?: readonly string[] | undefined }): boolean =>
  flag.enabled !== false && (flag.disabled_in ?? []).length === 0

const pick = (from: Objects, names: Objects): Objects =>
  Object.fromEntries(Object.entries(from).filter(([name]) => Object.hasOwn(names, name)))

const mergedEach = (stored: Objects, changes: Objects): Objects => ({
  ...stored,
  ...Object.fromEntries(
    Object.entries(changes).map(([name, change]) => [name, { ...asObject(stored[name]), ...asObject(change) }]),
  ),
})

const asObject = (value: unknown): Objects =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Objects) : {} // checked on the left

/** Reads and writes one row under its lock, so that two administrators' changes are both kept. */
const merge = async (tx: Transaction<DB>, key: string, change: (stored: Objects) => Objects): Promise<void> => {
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

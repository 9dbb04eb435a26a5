import type { Deps } from '../deps.ts'
import { languageOf } from '../messages/languages.ts'
import { shownSettings } from '../settings/shown.ts'
import { appOf } from './config.ts'
import type { PassengerActor } from './me.ts'

/** What is written to the passenger: the app's name and the language. */
export const settingFor = async (
  deps: Deps,
  { id, consumer_app_id }: Pick<PassengerActor, 'id' | 'consumer_app_id'>,
) => {
  const app = await appOf(deps.db, consumer_app_id)
  const { brand, locale, phonePrefix: prefix } = await shownSettings(deps.db, deps.config)
  const { locale: own } = await deps.db
    .selectFrom('travelers')
    .select('locale')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { app, prefix, brand: app.brand_name ?? brand, language: own ?? languageOf(locale) }
}

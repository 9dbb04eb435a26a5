import { type MessageChannel, messageChannels, type QuietHours, type RideMessagesChange } from '@ambit/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { international } from '../messages/international.ts'
import { hasBrowser } from '../messages/push/subscribe.ts'
import { stoppedAmong } from '../messages/sms/stops.ts'
import { shownSettings } from '../settings/shown.ts'
import { unauthenticated } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'

/** Of a passenger who has no region yet. */
const USUAL: QuietHours = { from: '21:00', until: '07:00' }

/** How the passenger wants to hear of each event, and what could reach them. */
export const messagesOf = async ({ db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>, id: number) => {
  const found = await db
    .selectFrom('travelers as t')
    .leftJoin('regions', 'regions.id', 't.region_id')
    .where('t.id', '=', id)
    .select(['t.locale as language', 't.message_channels as channels', 't.quiet_hours', 't.phone_number'])
    .select(['regions.quiet_from', 'regions.quiet_until'])
    .select(sql<boolean>`coalesce(t.email, '') <> '' and t.email not like '%.invalid'`.as('has_email'))
    .select(sql<boolean>`not t.low_tech or t.can_text`.as('takes_sms'))
    .select(hasBrowser('t.id', clock.wall()).as('has_browser'))
    .executeTakeFirst()
  if (found === undefined) throw unauthenticated()
  const { language, channels, quiet_hours, quiet_from, quiet_until, phone_number: phone } = found
  const hasPhone = phone !== null && phone !== ''
  const reaches: Readonly<Record<MessageChannel, boolean>> = {
    email: found.has_email,
    sms: hasPhone && found.takes_sms && config.sms.kind !== 'off' && !(await hasStopped({ db, config }, phone)),
    push: found.has_browser,
    call: hasPhone,
  }
  return {
    language,
    channels,
    quiet_hours,
    usual_quiet_hours: quiet_from === null || quiet_until === null ? USUAL : { from: quiet_from, until: quiet_until },
    reached_by: messageChannels.filter((channel) => reaches[channel]),
  }
}

/** The number has answered STOP: of most events it gets no SMS. */
const hasStopped = async ({ db, config }: Pick<Deps, 'db' | 'config'>, phone: string): Promise<boolean> => {
  const { phonePrefix } = await shownSettings(db, config)
  return (await stoppedAmong(db, [international(phone, phonePrefix)])).size > 0
}

type Change = z.output<typeof RideMessagesChange>

export const changeMessages = ({ db, clock }: Deps, id: number, change: Change): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { language, channels, quiet_hours: quiet } = change
    await tx
      .updateTable('travelers')
      .set({
        ...(language === undefined ? {} : { locale: language }),
        ...(channels === undefined ? {} : { message_channels: JSON.stringify(channels) }),
        ...(quiet === undefined ? {} : { quiet_hours: quiet && JSON.stringify(quiet) }),
        updated_at: clock.now(),
      })
      .where('id', '=', id)
      .execute()
    await recordChanged(tx, 'travelers', id)
  })

import type { Transaction } from 'kysely'
import type { MessageChannel, NoticeReach } from '@ambit/contract'
import { chooseChannel, smsSize } from '@ambit/domain'
import type { Steps } from '@ambit/streets'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { inSlices } from '../jobs/in-slices.ts'
import { international } from '../messages/international.ts'
import { SMS_A_DAY } from '../messages/limits.ts'
import { ownTexts } from '../messages/own-texts.ts'
import { newsOf, passengersOf, reachedBy, writerOf } from '../messages/prepare.ts'
import { isAllowed } from '../messages/sms/quota.ts'
import { stoppedAmong } from '../messages/sms/stops.ts'
import { shownSettings } from '../settings/shown.ts'

/**
 * How many people the messages of a notice go to, by the channels that reach them now and as sending chooses them; how much
 * of the day's SMS is left is known when they are sent.
 */
export const reachAmong = async ({ config, clock }: Deps, tx: Transaction<DB>, once: string): Promise<NoticeReach> => {
  const told = await passengersOf(tx, { now: clock.now(), wall: clock.wall() })
    .where('m.event', '=', 'service_notice')
    .where('m.once', '=', once)
    .execute()
  const { brand: service, locale, phonePrefix: prefix } = await shownSettings(tx, config)
  const wordsOf = writerOf(await ownTexts(tx, told), { service, locale, sms: config.sms })
  const stopped = await stoppedAmong(
    tx,
    told.map(({ phone_number }) => international(phone_number ?? '', prefix)),
  )
  const counted = function* (): Steps<{ counts: Map<MessageChannel, number>; sms_parts: number }> {
    const counts = new Map<MessageChannel, number>()
    let sms_parts = 0
    for (const message of told) {
      yield
      const by = (sends: boolean) =>
        chooseChannel(newsOf(message), reachedBy(message, prefix, sends), message.messages_off)
      const usual = by(config.sms.kind !== 'off')
      const takesNoSms =
        usual.channel === 'sms' &&
        (stopped.has(usual.recipient) ||
          message.sms_sent >= SMS_A_DAY ||
          !isAllowed(usual.recipient, prefix, config.smsLimits))
      const { channel } = takesNoSms ? by(false) : usual
      if (channel === null) continue
      counts.set(channel, (counts.get(channel) ?? 0) + 1)
      if (channel === 'sms') sms_parts += smsSize(wordsOf(message, channel, null).text).parts
    }
    return { counts, sms_parts }
  }
  // Thousands may have a booking there and then.
  const { counts, sms_parts } = await inSlices(clock, counted())
  const channels = [...counts].map(([channel, people]) => ({ channel, people })).toSorted((a, b) => b.people - a.people)
  const people = channels.reduce((sum, one) => sum + one.people, 0)
  return { people, channels, sms_parts, unreached: told.length - people }
}

import type { MessageLanguage } from '@ambit/contract'
import { isPaid } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import type { Sheet } from '../pdf/sheet.ts'
import type { PassengerActor } from '../rides/me.ts'
import { settingFor } from '../rides/setting.ts'
import { shownSettings } from '../settings/shown.ts'
import type { receiptOf } from './receipt.ts'
import { receiptTexts } from './receipt-texts.ts'

type Receipt = Awaited<ReturnType<typeof receiptOf>>

/** The receipt in the passenger's language. */
export const receiptSheet = async (deps: Deps, receipt: Receipt, passenger: PassengerActor): Promise<Sheet> => {
  const { language, brand } = await settingFor(deps, passenger)
  const { paper } = await shownSettings(deps.db, deps.config)
  const words = receiptTexts[language]
  const say = sayer(language, receipt)
  const { carrier, note, number, traveler_name: name, from, to, people, picked_up_at, date } = receipt
  return {
    title: `${words.title} ${number}`,
    made: deps.clock.now(),
    lead: `${brand}, ${carrier}`,
    intro: note ?? '',
    paper,
    pages: words.pages,
    facts: [
      row(words.passenger, name),
      row(words.from, from),
      row(words.to, to),
      ...(picked_up_at === null ? [] : [row(words.begun, say.time(picked_up_at))]),
      row(words.ended, say.time(date)),
      row(words.people, String(people)),
      ...faresOf(receipt, words, say),
      row(words.payment, paymentOf(receipt, words, say)),
    ],
    groups: [],
  }
}

type Words = (typeof receiptTexts)[MessageLanguage]
type Say = { time: (at: Date) => string; money: (amount: number) => string }

const row = (label: string, text: string) => ({ label, lines: [text] })

const sayer = (language: MessageLanguage, { time_zone: timeZone, currency }: Receipt): Say => {
  const times = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'long', timeStyle: 'short' })
  const amounts = new Intl.NumberFormat(language, { style: 'currency', currency })
  return { time: (at) => times.format(at), money: (amount) => amounts.format(amount) }
}

const faresOf = ({ scaled_price, reduction, reduced_by, total_price }: Receipt, words: Words, { money }: Say) => [
  ...(reduction === 0
    ? []
    : [
        row(words.fare, money(scaled_price)),
        row(words.reduction, [`− ${money(reduction)}`, ...reduced_by].join(', ')),
      ]),
  row(words.total, money(total_price)),
]

/** How much was paid by what, and when. */
const paymentOf = (receipt: Receipt, words: Words, { money, time }: Say): string => {
  const { payment_method: method, payment_status, fare_paid, card, charged_at, refunded_at, total_price } = receipt
  const by = card === null ? words.methods[method] : `${words.methods[method]} (${card.brand} … ${card.last4})`
  if (total_price === 0) return words.free
  if (refunded_at !== null) return `${by}, ${words.refunded}: ${time(refunded_at)}`
  if (fare_paid !== null) return `${by}, ${words.paid}: ${money(fare_paid)}`
  if (payment_status === 'waived') return words.waived
  if (isPaid(payment_status))
    return `${by}, ${words.paid}: ${money(total_price)}${charged_at === null ? '' : `, ${time(charged_at)}`}`
  return `${by}, ${words.due}`
}

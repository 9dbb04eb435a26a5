import { type MergeField, messageEvents, type TravelerDetails } from '@ambit/contract'
import { messageChannelWords, messageEventWords, messageLanguageWords } from '../../records/messages.ts'
import { travelerStatuses } from '../../records/travelers.ts'
import { mergeStrings as words } from './strings.ts'

type Named = readonly { id: number; name: string }[]
export type Names = { regions: Named; aids: Named }

const nameIn = (all: Named, id: number): string => all.find((one) => one.id === id)?.name ?? String(id)

/** What a record says in a field, as people read it. */
export const fieldValue = (field: MergeField, traveler: TravelerDetails, { regions, aids }: Names): string => {
  const value = traveler[field]
  if (value === null || value === '') return field === 'status' ? travelerStatuses.none.text : words.none
  if (typeof value === 'boolean') return value ? words.yes : words.no
  switch (field) {
    case 'status':
      return travelerStatuses[traveler.status ?? 'none'].text
    case 'region_id':
      return nameIn(regions, Number(value))
    case 'mobility_aids':
      return (traveler.mobility_aids ?? []).map((id) => nameIn(aids, id)).join(', ') || words.none
    case 'own_times': {
      const times = traveler.own_times
      return times === null ? words.none : words.ownTimes(times.load_s, times.unload_s, times.reason)
    }
    case 'locale':
      return traveler.locale === null ? words.none : messageLanguageWords[traveler.locale]
    case 'quiet_hours':
      return traveler.quiet_hours === null
        ? words.none
        : words.quiet(traveler.quiet_hours.from, traveler.quiet_hours.until)
    case 'message_channels':
      return wishes(traveler)
    default:
      return typeof value === 'string' ? value : words.none
  }
}

const wishes = ({ message_channels }: TravelerDetails): string => {
  const wanted = messageEvents.flatMap((event) => {
    const channel = message_channels[event]
    if (channel === undefined) return []
    const how = channel === 'none' ? words.notAtAll : messageChannelWords[channel]
    return [`${messageEventWords[event]}: ${how}`]
  })
  return wanted.join(', ') || words.none
}

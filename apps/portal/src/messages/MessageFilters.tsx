import { messageChannels, messageEvents, messageStates } from '@ambit/contract'
import { DayRangeFields } from '../form/DayRangeFields.tsx'
import { messageChannelWords, messageEventWords, messageStatuses } from '../records/messages.ts'
import { statusOptions } from '../records/status.tsx'
import { SelectFilter } from '../table/SelectFilter.tsx'
import classes from './messages.module.css'
import type { MessagesState } from './queries.ts'
import { messageStrings as words } from './strings.ts'

type Props = { state: MessagesState; onChange: (change: Partial<MessagesState>) => void }

const events = messageEvents.map((value) => ({ value, label: messageEventWords[value] }))
const channels = messageChannels.map((value) => ({ value, label: messageChannelWords[value] }))
const states = statusOptions(messageStatuses, messageStates)

export const MessageFilters = ({ state, onChange }: Props) => (
  <>
    <DayRangeFields range={state} onChange={onChange} />
    <SelectFilter
      className={classes['choice']}
      label={words.eventFilter}
      any={words.anyEvent}
      choices={events}
      value={state['filter.event']}
      onChange={(value) => onChange({ 'filter.event': value })}
    />
    <SelectFilter
      className={classes['choice']}
      label={words.channelFilter}
      any={words.anyChannel}
      choices={channels}
      value={state['filter.channel']}
      onChange={(value) => onChange({ 'filter.channel': value })}
    />
    <SelectFilter
      className={classes['choice']}
      label={words.stateFilter}
      any={words.anyState}
      choices={states}
      value={state['filter.state']}
      onChange={(value) => onChange({ 'filter.state': value })}
    />
  </>
)

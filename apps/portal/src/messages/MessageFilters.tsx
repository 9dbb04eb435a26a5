import { messageChannels, messageEvents, messageStates } from '@ambit/contract'
import { Select } from '@mantine/core'
import { DayRangeFields } from '../form/DayRangeFields.tsx'
import { messageChannelWords, messageEventWords, messageStatuses } from '../records/messages.ts'
import { statusOptions } from '../records/status.tsx'
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
    <Select
      className={classes['choice']}
      clearable
      aria-label={words.eventFilter}
      placeholder={words.anyEvent}
      data={events}
      value={state['filter.event']}
      onChange={(value) => onChange({ 'filter.event': messageEvents.find((one) => one === value) ?? null })}
    />
    <Select
      className={classes['choice']}
      clearable
      aria-label={words.channelFilter}
      placeholder={words.anyChannel}
      data={channels}
      value={state['filter.channel']}
      onChange={(value) => onChange({ 'filter.channel': messageChannels.find((one) => one === value) ?? null })}
    />
    <Select
      className={classes['choice']}
      clearable
      aria-label={words.stateFilter}
      placeholder={words.anyState}
      data={states}
      value={state['filter.state']}
      onChange={(value) => onChange({ 'filter.state': messageStates.find((one) => one === value) ?? null })}
    />
  </>
)

import type { Miss } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '../../auth/permissions.ts'
import { bookingWords } from '../../records/booking-words.ts'
import { useFormat } from '../../settings/format.ts'
import { Question } from '../../ui/Question.tsx'
import { isReason, ReasonField } from '../../ui/ReasonField.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { BookingLink } from '../rides/BookingLink.tsx'
import shared from '../travelers.module.css'
import { CONDUCT_UPDATE, judgeMiss } from './queries.ts'
import { missStrings as words } from './strings.ts'

/** One ride with what shows it, and why it does not count where it does not. */
export const MissEntry = ({ miss }: { miss: Miss }) => {
  const { service_request_id, kind, happened_at, standing, contested_at } = miss
  const format = useFormat(miss.time_zone)
  const window = bookingWords.window(format.time(miss.window_from), format.time(miss.window_to))
  return (
    <li className={shared['entry']}>
      <div className={shared['entryHead']}>
        <strong>{words.kinds[kind]}</strong>
        <StatusTag tone={standing === 'counts' ? 'warning' : 'neutral'}>{words.standings[standing]}</StatusTag>
        <span>{format.dateTime(happened_at)}</span>
        <BookingLink id={service_request_id}>{words.booking(service_request_id)}</BookingLink>
        {contested_at !== null && <StatusTag tone="info">{words.contested}</StatusTag>}
        <span className={shared['entryButtons']}>
          <Judge miss={miss} />
        </span>
      </div>
      <p className={shared['hint']}>
        {words.promised(window)} {evidenceOf(miss)} {reasonOf(miss)}
      </p>
      {miss.judged_at !== null && (
        <p className={shared['hint']}>
          {words.judged(
            miss.judged_by ?? words.formerColleague,
            format.dateTime(miss.judged_at),
            miss.judged_reason ?? '',
          )}
        </p>
      )}
    </li>
  )
}

const evidenceOf = ({ evidence: { minutes_before, waited_minutes, metres } }: Miss): string => {
  if (minutes_before !== undefined) return words.before(minutes_before)
  return metres === undefined ? words.noPosition : words.waited(waited_minutes ?? 0, metres)
}

const reasonOf = ({ standing, not_counted, one_with }: Miss): string => {
  const excuse = not_counted === null ? '' : words.excuses[not_counted]
  if (standing === 'one_with' && one_with !== null) return `${words.oneWith(one_with)} ${excuse}`
  return standing === 'before_window' ? words.olderThan : excuse
}

/** What data say cannot be changed: only one that counts is excused, and only that is taken back. One that is part of another is that one's. */
const Judge = ({ miss: { id, service_request_id, standing, not_counted, judged_at } }: { miss: Miss }) => {
  const can = useCan()
  const [asks, setAsks] = useState(false)
  const counts = not_counted === 'beyond_control' && judged_at !== null
  const isOpen = not_counted === null && standing !== 'one_with'
  if (!can(CONDUCT_UPDATE) || (!isOpen && !counts)) return null
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={counts ? words.recountOf(service_request_id) : words.excuseOf(service_request_id)}
        onClick={() => setAsks(true)}
      >
        {counts ? words.recount : words.excuse}
      </Button>
      {asks && <JudgeQuestion id={id} counts={counts} onClose={() => setAsks(false)} />}
    </>
  )
}

type Asked = { id: number; counts: boolean; onClose: () => void }

const JudgeQuestion = ({ id, counts, onClose }: Asked) => {
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    const isRecorded = await judgeMiss(id, counts, reason.trim())
    setBusy(false)
    if (isRecorded) onClose()
  }
  return (
    <Question
      opened
      onClose={onClose}
      title={counts ? words.recountTitle : words.excuseTitle}
      text={counts ? words.recountText : words.excuseText}
    >
      <div style={{ width: '100%' }}>
        <ReasonField label={words.reason} description={words.reasonHint} value={reason} onChange={setReason} first />
      </div>
      <Button variant="default" onClick={onClose} disabled={busy}>
        {words.leave}
      </Button>
      <Button loading={busy} disabled={!isReason(reason)} onClick={() => void run()}>
        {words.record}
      </Button>
    </Question>
  )
}

import type { AuditEvent, AuditKind, RecordVersion } from '@ambit/contract'
import { Checkbox, Select } from '@mantine/core'
import { DateTimePicker } from '@mantine/dates'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import { momentOf, type Shortcut, shortcutValues, wallTime } from '../form/date-time.ts'
import { browserTimeZone } from '../form/time-zones.ts'
import { useNamedCalendar } from '../form/use-named-calendar.ts'
import { useSettings } from '../settings/settings.ts'
import { serverClock } from '../settings/use-now.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { type Point, versionQuery } from './audit-events.ts'
import { momentWords, whoWords } from './audit-words.ts'
import { ChangedFields, type Compared, isSame } from './ChangedFields.tsx'
import classes from './History.module.css'
import { RestoreVersion } from './RestoreVersion.tsx'

const words = {
  whole: 'The whole record',
  left: 'As it stood',
  choose: 'Choose when',
  right: 'Compared with',
  now: 'now',
  before: 'before these changes',
  at: 'at another time …',
  moment: 'Time',
  chooseMoment: 'Choose a time',
  onlyDifferent: 'Only what differs',
  heads: { left: 'Then', now: 'Now', other: 'Compared with' },
  notThere: 'It did not exist then.',
}

/** A version as the selects name it: an event's id, `now`, `before` or `at`. */
export type Choice = string
const NOW = 'now'
const BEFORE = 'before'
const AT = 'at'

type Props = {
  kind: AuditKind
  id: string
  /** the events of its history, the newest first */
  versions: readonly AuditEvent[]
  /** null: none yet */
  chosen: Choice | null
  onChoose: (choice: Choice) => void
  ref: Ref<HTMLElement>
}

/** The whole record as it stood after any event or at any moment, beside another of its versions. */
export const RecordVersions = ({ kind, id, versions, chosen, onChoose, ref }: Props) => {
  const { locale } = useSettings().app
  const [other, setOther] = useState<Choice>(NOW)
  const [moment, setMoment] = useState<string | null>(null)
  const [onlyDifferent, setOnlyDifferent] = useState(true)
  const newest = versions[0]?.id
  const oldest = versions.at(-1)
  const pointOf = (choice: Choice | null): Point => {
    if (choice === null || choice === NOW) return NOW
    if (choice === BEFORE && oldest !== undefined) return { at: justBefore(oldest.at) }
    return choice === AT ? { at: moment ?? '' } : { event: Number(choice) }
  }
  const point = pointOf(chosen)
  const left = useQuery({
    ...versionQuery(kind, id, point, newest),
    enabled: chosen !== null && (chosen !== AT || moment !== null),
  })
  const right = useQuery({ ...versionQuery(kind, id, pointOf(other), newest), enabled: chosen !== null })
  const choices = [
    { value: NOW, label: words.now },
    ...versions.map((event) => ({
      value: String(event.id),
      label: `${momentWords(event.at, locale)}, ${whoWords(event)}`,
    })),
    // Of a record that is older than the audit, or whose older changes are not loaded.
    ...(oldest === undefined || oldest.operation === 'created' ? [] : [{ value: BEFORE, label: words.before }]),
  ]
  return (
    <section ref={ref} tabIndex={-1} className={classes['versions']} aria-label={words.whole}>
      <div className={classes['choices']}>
        <Select
          className={classes['choice']}
          label={words.left}
          data={[...choices, { value: AT, label: words.at }]}
          value={chosen}
          placeholder={words.choose}
          allowDeselect={false}
          onChange={(value) => value !== null && onChoose(value)}
        />
        {chosen === AT && <MomentInput value={moment} onChange={setMoment} />}
        <Select
          className={classes['choice']}
          label={words.right}
          data={choices}
          value={other}
          allowDeselect={false}
          onChange={(value) => value !== null && setOther(value)}
        />
        <Checkbox
          label={words.onlyDifferent}
          checked={onlyDifferent}
          onChange={({ currentTarget }) => setOnlyDifferent(currentTarget.checked)}
        />
      </div>
      {left.isError && <ErrorState error={left.error} onRetry={() => void left.refetch()} />}
      {right.isError && <ErrorState error={right.error} onRetry={() => void right.refetch()} />}
      {left.data !== undefined && right.data !== undefined && (
        <>
          {left.data.fields === null && <p>{words.notThere}</p>}
          <ChangedFields
            label={words.whole}
            fields={compared(left.data, right.data, onlyDifferent)}
            heads={[words.heads.left, other === NOW ? words.heads.now : words.heads.other]}
          />
          {isOlder(chosen, newest) && point !== 'now' && (
            <RestoreVersion key={JSON.stringify(point)} kind={kind} id={id} point={point} />
          )}
        </>
      )}
    </section>
  )
}

const shortcuts: readonly Shortcut[] = [
  { label: 'Today', days: 0 },
  { label: 'Yesterday', days: -1 },
  { label: 'A week ago', days: -7 },
]

const MomentInput = ({ value, onChange }: { value: string | null; onChange: (value: string | null) => void }) => {
  const timeZone = browserTimeZone()
  const calendar = useNamedCalendar()
  return (
    <DateTimePicker
      {...calendar}
      label={words.moment}
      placeholder={words.chooseMoment}
      presets={shortcutValues(timeZone, value ?? '', serverClock.now(), shortcuts)}
      value={value === null ? null : wallTime(timeZone, value)}
      onChange={(wall) => onChange(momentOf(timeZone, wall) || null)}
    />
  )
}

/** The newest version is what the record is, unless it was deleted. */
const isOlder = (choice: Choice | null, newest: number | undefined): boolean =>
  choice !== null && choice !== NOW && choice !== String(newest)

/** Moments of events have microseconds. */
const justBefore = (at: string): string => new Date(Date.parse(at) - 1).toISOString()

const compared = ({ fields: before }: RecordVersion, { fields: after }: RecordVersion, onlyDifferent: boolean) => {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const all: Compared = Object.fromEntries(
    names.map((field) => [field, { before: before?.[field], after: after?.[field] }]),
  )
  return onlyDifferent ? Object.fromEntries(Object.entries(all).filter(([, sides]) => !isSame(sides))) : all
}
